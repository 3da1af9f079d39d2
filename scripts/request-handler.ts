import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a server of the tests does with a request: whoever leaves while it is being read is not answered, and no test fails of it. */
export const toRequestListener =
  (answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(error => {
      if (!response.destroyed) throw error
    })
  }
