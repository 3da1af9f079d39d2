/** The HTTP layer as areas use it: routes, answers, and the app that serves them. */
export { isOpenTo, permissionsOf } from './access.ts'
export { Answer, contentDisposition, FileAnswer, Rows } from './answers.ts'
export { retrySeconds } from './answer-error.ts'
export { type App, createApp } from './create-app.ts'
export { isClosing } from './drain.ts'
export { type DoubleSubmitGuard, type HttpOptions, registerRoutes } from './register-routes.ts'
export { languageOf, parse, timeZoneOf } from './request.ts'
export { type BeforeWire, type Call, type CallOf, type HandlerResult, type RouteSpec, route, serve } from './route.ts'
