import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request listener for servers of the tests. A caller that leaves while its request is read gets no answer, and no test fails because of it. */
export const toRequestListener =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(error => {
      if (!response.destroyed) throw error
    })
  }
