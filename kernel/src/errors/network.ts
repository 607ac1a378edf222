import { BaseError } from './base.js'

/** Faults of networks and of the services reached over HTTP. */
export class NetworkError extends BaseError {
  override name = 'NetworkError'
}
