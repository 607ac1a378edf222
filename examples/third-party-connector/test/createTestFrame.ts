import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'

/** How the wallet's person and the wallet itself behave from now on. */
export type Behaviour = 'approves' | 'refuses' | 'says nothing' | 'fails'

/** Keys that protect nothing: everybody knows them. */
const accounts = ['11', '22'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
export const testAddresses = accounts.map(({ address }) => address)
export const origin = 'https://wallet.example'

interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Makes the window of a frame that holds a wallet with real keys, which does as it's told. */
export function createTestFrame(chainIds: readonly number[]) {
  const ports = new Set<MessagePort>()
  const state = {
    behaviour: 'approves' as Behaviour,
    own: 0,
    chainId: chainIds[0] as number,
    isLetIn: false,
    prompts: 0,
  }
  let next: ((own: () => Promise<unknown>) => unknown) | undefined
  const hexChain = () => `0x${state.chainId.toString(16)}`
  const shared = () => (state.isLetIn ? [testAddresses[state.own]] : [])
  const tell = (event: string, payload: unknown) => {
    for (const port of ports) port.postMessage({ event, payload })
  }

  const asking: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts() {
      state.isLetIn = true
      return shared()
    },
    wallet_switchEthereumChain(params) {
      const chainId = Number((params[0] as { readonly chainId: string }).chainId)
      if (!chainIds.includes(chainId)) throw { code: 4902, message: 'Unrecognized chain ID' }
      state.chainId = chainId
      tell('chainChanged', hexChain())
      return null
    },
    personal_sign: (params) => accounts[state.own]?.signMessage({ message: { raw: params[0] as Hex } }),
  }
  const telling: Readonly<Record<string, () => unknown>> = {
    eth_accounts: shared,
    eth_chainId: hexChain,
    wallet_revokePermissions() {
      state.isLetIn = false
      return null
    },
  }

  async function answer({ method, params = [] }: Asked): Promise<unknown> {
    const ask = asking[method]
    if (!ask) {
      const told = telling[method]
      if (!told) throw { code: 4200, message: `The wallet does not support ${method}.` }
      return told()
    }
    if (state.behaviour === 'refuses') throw { code: 4001, message: 'The user rejected the request.' }
    if (state.behaviour === 'fails') throw { code: -32603, message: 'Internal error' }
    if (state.behaviour === 'says nothing') return new Promise(() => {})
    return ask(params)
  }

  async function serve(port: MessagePort, asked: Asked): Promise<void> {
    if (asking[asked.method]) state.prompts += 1
    const instead = next
    next = undefined
    try {
      const result = await (instead ? instead(() => answer(asked)) : answer(asked))
      port.postMessage({ id: asked.id, result })
    } catch (error) {
      // A port carries an error only without its class, as it carries any other value.
      port.postMessage({ id: asked.id, error: plain(error) })
    }
  }

  return {
    window: {
      postMessage(message: unknown, target: unknown, transfer: readonly unknown[] = []) {
        const [port] = transfer
        if (message !== 'eip1193' || target !== origin || !(port instanceof MessagePort)) return
        ports.add(port)
        port.onmessage = ({ data }: { data: Asked }) => void serve(port, data)
      },
    } as unknown as Window,
    state: state as Readonly<typeof state>,
    behave(behaviour: Behaviour) {
      state.behaviour = behaviour
    },
    next(instead: (own: () => Promise<unknown>) => unknown) {
      next = instead
    },
    changeAccount() {
      state.own = 1 - state.own
      tell('accountsChanged', shared())
    },
    changeNetwork() {
      state.chainId = chainIds.find((id) => id !== state.chainId) ?? state.chainId
      tell('chainChanged', hexChain())
    },
    forget() {
      state.isLetIn = false
    },
    stop() {
      for (const port of ports) port.close()
    },
  }
}

function plain(error: unknown): unknown {
  try {
    return structuredClone(error)
  } catch {
    return { code: -32603, message: 'The wallet failed.' }
  }
}
