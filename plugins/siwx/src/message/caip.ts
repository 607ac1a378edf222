import { CharacterClass, isEvery } from './characterClasses.js'

/** The parts of a CAIP-2 id. Case is kept: Solana and Cosmos references have case. */
export interface ChainIdParts {
  readonly namespace: string
  readonly reference: string
}

/** The parts of a CAIP-10 id. */
export interface AccountIdParts extends ChainIdParts {
  readonly chainId: string
  readonly address: string
}

/** Splits a CAIP-2 id, or gives undefined when the text is not one. */
export function parseChainId(text: string): ChainIdParts | undefined {
  const colon = text.indexOf(':')
  const namespace = text.slice(0, colon)
  const reference = text.slice(colon + 1)
  if (colon < 3 || colon > 8 || !isNamespace(namespace) || !isReference(reference)) return undefined
  return { namespace, reference }
}

/** Splits a CAIP-10 id at its second colon, or gives undefined when the text is not one. */
export function parseAccountId(text: string): AccountIdParts | undefined {
  const second = text.indexOf(':', text.indexOf(':') + 1)
  if (second < 0) return undefined
  const chainId = text.slice(0, second)
  const address = text.slice(second + 1)
  const parts = parseChainId(chainId)
  if (!parts || address.length < 1 || address.length > 128) return undefined
  return isEvery(address, CharacterClass.caipAddress) ? { ...parts, chainId, address } : undefined
}

function isNamespace(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45)) return false
  }
  return text.length >= 3 && text.length <= 8
}

/** Whether `text` is a CAIP-2 reference: 1 to 32 of `[-_a-zA-Z0-9]`. */
function isReference(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code !== 45 && code !== 95 && !isEvery(text, CharacterClass.alphanumeric, index, index + 1))
      return false
  }
  return text.length >= 1 && text.length <= 32
}
