import type { Container } from './context.js'
import { isJsonList, isJsonObject, type Json } from './copyJson.js'

/** Whether the contract is listed with its chain. */
export const isDeployed = (
  given: Json | undefined,
  { to, chainId }: Pick<Container, 'to' | 'chainId'>,
): boolean =>
  isJsonList(given) &&
  given.some(
    (entry) =>
      isJsonObject(entry) &&
      entry['chainId'] === chainId &&
      typeof entry['address'] === 'string' &&
      entry['address'].toLowerCase() === to.toLowerCase(),
  )
