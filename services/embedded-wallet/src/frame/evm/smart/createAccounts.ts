import { type AccountType, FrameError } from '@latchkey/plugin-email-auth/protocol'
import { decodeContext } from '@latchkey/plugin-smart-sessions/delegations'
import { type Hex, isAddress, isAddressEqual } from 'viem'
import type { FrameStorage } from '../../frameStorage.js'
import type { FrameWallets } from '../../createWallets.js'
import { nameNetwork } from '../../networkNames.js'
import { clientOf } from '../node.js'
import { deriveSmartAccount, type SmartAccount } from './deriveSmartAccount.js'
import { hasCode } from './planOperation.js'
import { inEnglish } from '../../../words/translate.js'

/** Addresses of bundlers by CAIP-2 id, in the order they are asked in. */
export type Bundlers = Readonly<Record<string, readonly string[]>>

export interface EvmAccount {
  readonly address: Hex
  readonly type: AccountType
}

/** The person's accounts on EVM networks: of the key, and the smart account. */
export interface EvmAccounts {
  /** On a network, the preferred one first. The smart account is missing where the service names no bundler. */
  list(networkId: string, signal: AbortSignal): Promise<readonly EvmAccount[]>
  /**
   * The smart account, when a request is for it: by its address, or without one while it's preferred.
   *
   * @throws FrameError when a request names it on a network without smart accounts
   */
  smartFor(
    networkId: string,
    from: string | undefined,
    signal: AbortSignal,
  ): Promise<SmartAccount | undefined>
  smart(signal: AbortSignal): Promise<SmartAccount>
  isDeployed(account: SmartAccount, networkId: string, rpcUrl: string | undefined): Promise<boolean>
  preferred(): AccountType
  prefer(type: AccountType): void
  /** EVM chain ids with smart accounts. */
  readonly networks: readonly number[]
}

export interface AccountParts {
  readonly wallets: Pick<FrameWallets, 'addresses' | 'smartOwner'>
  readonly storage: Pick<FrameStorage, 'readAccountType' | 'writeAccountType'>
  readonly bundlers: Bundlers
}

export function createAccounts({ wallets, storage, bundlers }: AccountParts): EvmAccounts {
  const networks = Object.keys(bundlers)
    .filter((id) => id.startsWith('eip155:') && isSmart(id))
    .map((id) => Number(id.split(':')[1]))
  const preferred = () => storage.readAccountType() ?? 'smartAccount'

  function isSmart(networkId: string): boolean {
    return Object.hasOwn(bundlers, networkId) && (bundlers[networkId]?.length ?? 0) > 0
  }
  async function smart(signal: AbortSignal): Promise<SmartAccount> {
    return deriveSmartAccount(await wallets.smartOwner(signal))
  }

  return {
    networks,
    preferred,
    smart,
    prefer: (type) => storage.writeAccountType(type),
    async list(networkId, signal) {
      const { evm } = await wallets.addresses(signal)
      const eoa: EvmAccount = { address: evm, type: 'eoa' }
      if (!isSmart(networkId)) return [eoa]
      const own: EvmAccount = { address: (await smart(signal)).address, type: 'smartAccount' }
      return preferred() === 'eoa' ? [eoa, own] : [own, eoa]
    },
    async smartFor(networkId, from, signal) {
      if (networks.length === 0) return undefined
      if (from === undefined) {
        return isSmart(networkId) && preferred() === 'smartAccount' ? smart(signal) : undefined
      }
      const account = await smart(signal)
      if (!isAddress(from, { strict: false }) || !isAddressEqual(from, account.address)) return undefined
      if (!isSmart(networkId)) throw unsupported(networkId)
      return account
    },
    async isDeployed(account, networkId, rpcUrl) {
      if (rpcUrl === undefined) return false
      const client = clientOf({ chainId: Number(networkId.split(':')[1]), rpcUrl })
      return hasCode(client, account.address).catch(() => false)
    },
  }
}

const unsupported = (networkId: string) =>
  new FrameError(
    'network_not_supported',
    `Smart accounts don’t work on ${inEnglish(nameNetwork(networkId).name)}. Switch to another network, or to your other account.`,
    { rpcCode: 4200 },
  )

/** ERC-7715, now and in its earlier drafts. */
const givesPermissions = (method: string) =>
  method === 'wallet_requestExecutionPermissions' || method === 'wallet_grantPermissions'

const endsPermissions = (method: string) =>
  method === 'wallet_revokeExecutionPermission' || method === 'wallet_revokePermissions'

/** The account that gave a permission, whichever one the person uses now. */
function giverOf(named: unknown): string | undefined {
  const { permissionContext } = (typeof named === 'object' && named !== null ? named : {}) as {
    readonly permissionContext?: unknown
  }
  return typeof permissionContext === 'string' ? decodeContext(permissionContext)?.delegator : undefined
}

/** Methods whose object names the account. */
const namingSender: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'wallet_sendCalls',
  'latchkey_estimateCalls',
])

/** The account that a request names. Each method has its own place for it. */
export function accountNamed(method: string, params: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(params) ? (params as unknown[]) : []
  const text = (value: unknown) =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value : undefined
  if (method === 'personal_sign') return text(list[1]) ?? text(list[0])
  const [sent] = list
  const { from, address } = (typeof sent === 'object' && sent !== null ? sent : {}) as {
    readonly from?: unknown
    readonly address?: unknown
  }
  if (namingSender.has(method)) return text(from)
  if (givesPermissions(method)) return text(from) ?? text(address)
  // To end all of them, the account is named itself.
  if (endsPermissions(method)) return giverOf(sent ?? params) ?? text(from)
  return text(list[0])
}
