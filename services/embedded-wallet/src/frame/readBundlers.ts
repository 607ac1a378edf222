import * as z from 'zod/mini'
import type { Bundlers } from './evm/smart/createAccounts.js'

const shape = z.record(z.string(), z.array(z.string()))

/** The bundlers that the service names in the page, by CAIP-2 id. */
export function readBundlers(): Bundlers {
  const text = document.querySelector<HTMLMetaElement>('meta[name="bundlers"]')?.content
  return text === undefined ? {} : z.parse(shape, JSON.parse(text))
}
