import { hashStruct } from 'viem'
import type { TypedData } from '../typedData.js'
import { isJsonObject, type JsonObject, memberObject } from './copyJson.js'
import { isDeployed } from './isDeployed.js'
import { NotExplained } from './NotExplained.js'
import { type Struct, treeOfMessage } from './tree.js'

/** The domain of structured data: what its type declares, since nothing else of it is signed. */
export interface Domain {
  readonly chainId: number
  readonly verifyingContract: string
  readonly values: Struct
  /** Of all of it (EIP-712, domain separator). */
  readonly hash: string
}

/** `undefined` for a domain without a chain or a contract: no descriptor is of that. */
export function readDomain({ types, domain }: TypedData): Domain | undefined {
  try {
    const values = treeOfMessage(types, 'EIP712Domain', domain)
    const { members } = values
    const chainId = members.get('chainId')
    const contract = members.get('verifyingContract')
    if (chainId?.kind !== 'leaf' || typeof chainId.value !== 'bigint') return undefined
    if (contract?.kind !== 'leaf' || contract.type !== 'address') return undefined
    if (chainId.value < 1n || chainId.value > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
    return {
      chainId: Number(chainId.value),
      verifyingContract: String(contract.value),
      values,
      hash: hashStruct({ data: domain, primaryType: 'EIP712Domain', types }),
    }
  } catch (error) {
    if (error instanceof NotExplained) return undefined
    throw error
  }
}

/**
 * Whether a descriptor is of this domain: all that it says of it holds, and it names the contract. A name alone could be anybody's.
 */
export function fitsDomain(file: JsonObject, domain: Domain): boolean {
  const binding = memberObject(file['context'], 'eip712')
  const { deployments, domainSeparator, domain: wanted } = binding
  const keys = isJsonObject(wanted) ? wanted : {}
  const to = { to: domain.verifyingContract, chainId: domain.chainId }
  const isListed = deployments === undefined ? undefined : isDeployed(deployments, to)
  const isSeparated =
    typeof domainSeparator === 'string' ? domainSeparator.toLowerCase() === domain.hash : undefined
  if (isListed === false || isSeparated === false) return false
  const names = 'chainId' in keys && 'verifyingContract' in keys
  if (!isListed && !isSeparated && !names) return false
  return Object.entries(keys).every(([name, value]) => {
    const own = domain.values.members.get(name)
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText && own?.kind === 'leaf' && String(own.value).toLowerCase() === String(value).toLowerCase()
  })
}
