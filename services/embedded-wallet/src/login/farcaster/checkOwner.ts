import { type Address, createPublicClient, encodeAbiParameters, http, parseAbi } from 'viem'
import { ServiceError } from '../../serviceError.js'

const idRegistryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const keyRegistryAbi = parseAbi([
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
])
/** A key that was added and not removed, and that's an address which may sign in (Farcaster's key type 2). */
const [added, authAddress] = [1, 2]

export interface FarcasterContracts {
  readonly rpcUrl: string
  readonly idRegistry: Address
  readonly keyRegistry: Address
}

/** Whether an address owns a Farcaster id, or may sign in for it. @throws ServiceError service_unavailable */
export async function checkOwner(
  { rpcUrl, idRegistry, keyRegistry }: FarcasterContracts,
  fid: bigint,
  signer: Address,
): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: 5000, retryCount: 1 }) })
  try {
    const owned = await client.readContract({
      address: idRegistry,
      abi: idRegistryAbi,
      functionName: 'idOf',
      args: [signer],
    })
    if (owned === fid) return true
    const { state, keyType } = await client.readContract({
      address: keyRegistry,
      abi: keyRegistryAbi,
      functionName: 'keyDataOf',
      args: [fid, encodeAbiParameters([{ type: 'address' }], [signer])],
    })
    return state === added && keyType === authAddress
  } catch (cause) {
    throw new ServiceError(
      503,
      'service_unavailable',
      "Farcaster's registry can't be read. Try again, or sign in another way.",
      { cause },
    )
  }
}
