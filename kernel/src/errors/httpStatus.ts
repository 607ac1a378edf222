import { NetworkError } from './network.js'

/** A reply with a status that is not a success. The URL carries no credentials, key or query. */
export class HttpStatusError extends NetworkError {
  override name = 'HttpStatusError'
  readonly status: number
  readonly url: string
  readonly body: string

  constructor(status: number, url: string, body: string) {
    super(`HTTP status code: ${status}`, {
      code: 'HTTP_STATUS',
      metaMessages: [`URL: ${url}`, ...(body ? [`Body: ${body.slice(0, 500)}`] : [])],
    })
    this.status = status
    this.url = url
    this.body = body
  }
}
