import { ServiceSetupError } from './serviceSetupError.js'

const shortest = 16

/** @throws ServiceSetupError INVALID_OPTION for a token that can be guessed, or can't be sent in a header */
export function checkMetricsToken(token: string | undefined): void {
  if (token === undefined || (token.length >= shortest && /^[\x21-\x7e]+$/.test(token))) return
  const message = `metricsToken: it has to have at least ${shortest} letters, digits and signs, and no space. Make one with: openssl rand -hex 32`
  throw new ServiceSetupError('INVALID_OPTION', message)
}
