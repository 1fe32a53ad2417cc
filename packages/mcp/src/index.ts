export { BatonApi, type SendToApi } from "./baton-api";
export { serveHttpRequest } from "./serve-http-request";
