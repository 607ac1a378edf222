// A wallet of EIP-1193 whose life a test changes behind its back, for every connector that reaches one. Not published.
import type { LivingWallet, WalletLife } from '../../../kernel/test/walletLives.js'

export const livingAddresses = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
/** The last one isn't listed. */
export const livingNetworks = ['eip155:1', 'eip155:10', 'eip155:77'] as const

export const livingChain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.invalid'] } },
})

const hexOf = (life: WalletLife) => `0x${Number(life.network?.slice('eip155:'.length)).toString(16)}`
const accountsOf = ({ isLocked, isShared, accounts }: WalletLife) => (isLocked || !isShared ? [] : accounts)

export function createLivingProvider(life: WalletLife, connectorId: string, remove: () => void) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const wallet: LivingWallet = {
    connectorId,
    asked: () => {},
    tell(what, how) {
      const [event, now, odd, empty] =
        what === 'accounts'
          ? ['accountsChanged', accountsOf(life), accountsOf(life).map((one) => `eip155:1:${one}`), []]
          : ['chainChanged', hexOf(life), { chainId: hexOf(life) }, null]
      if (how === 'silent') return
      if (how === 'odd') return emit(event as string, Array.isArray(odd) && odd.length === 0 ? 'locked' : odd)
      if (how === 'emptyFirst') emit(event as string, empty)
      emit(event as string, now)
      if (how === 'twice') emit(event as string, now)
    },
    tellNothing: () => emit('disconnect', { code: 4900, message: 'No chain can be reached.' }),
    remove,
  }
  function answer(method: string, params: unknown): unknown {
    if (method === 'eth_chainId') return hexOf(life)
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accountsOf(life)
    if (method === 'wallet_revokePermissions') return null
    if (method !== 'wallet_switchEthereumChain')
      throw Object.assign(new Error('The method does not exist.'), { code: -32601 })
    const [{ chainId }] = params as [{ chainId: string }]
    life.network = `eip155:${Number(chainId)}`
    emit('chainChanged', chainId)
    return null
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      // An answer that was on its way when something else happened.
      const answered = answer(method, params)
      wallet.asked(method)
      return answered
    },
    on: (event: string, listener: (payload: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (payload: unknown) => void) =>
      void listeners.get(event)?.delete(listener),
  }
  return { wallet, provider }
}
