import { exampleAddresses } from './exampleAddress.js'
import { type ExamplePayment, signedPayment } from './examplePayment.js'

export type ExampleMethod =
  | 'accounts'
  | 'connect'
  | 'network'
  | 'switchNetwork'
  | 'signPayment'
  | 'sign'
  | 'disconnect'
type Listener = (payload: unknown) => void

/** The example wallet's provider, as a page meets it: questions, and two events. */
export interface ExampleProvider {
  request(method: ExampleMethod, parameter?: unknown): Promise<unknown>
  on(event: 'accounts' | 'network', listener: Listener): void
  off(event: 'accounts' | 'network', listener: Listener): void
}

/** A wallet in memory that answers later, and remembers whom it let in. */
export interface ExampleWallet {
  readonly provider: ExampleProvider
  /** Answers the next question in the place of the wallet. */
  next(answer: () => unknown): void
  /** Holds the answer to the next question back. @returns what gives it */
  hold(): () => Promise<void>
  changeAccount(): Promise<void>
  changeNetwork(): Promise<void>
  forget(): void
  network(): number
  prompts(): number
  listeners(): number
}

export const exampleRejection = { code: 4001, message: 'no' } as const

const asking: readonly ExampleMethod[] = ['connect', 'switchNetwork', 'signPayment', 'sign']

/** Time for what hears an event to ask the wallet and read its answer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

interface WalletState {
  isPermitted: boolean
  accounts: readonly string[]
  network: number
  prompts: number
}

/** The wallet's own answers, given unless `next` sets another. */
function answersOf(state: WalletState): Readonly<Record<ExampleMethod, (parameter: unknown) => unknown>> {
  return {
    accounts: () => (state.isPermitted ? [...state.accounts] : []),
    connect() {
      state.isPermitted = true
      return [...state.accounts]
    },
    network: () => state.network,
    switchNetwork(network) {
      if (network !== 1 && network !== 2) throw { code: 4902, message: 'Unknown network' }
      state.network = network
      return null
    },
    signPayment: (payment) => signedPayment(payment as ExamplePayment),
    sign: (message) => `${state.accounts[0]} signed ${String(message)}`,
    disconnect() {
      state.isPermitted = false
    },
  }
}

/** An answer that comes when it's told to. */
function holdAnswer() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    answer: (answer: () => unknown) => opened.then(answer),
    async give(): Promise<void> {
      open()
      await settle()
    },
  }
}

/** Makes a wallet that has not let the page in yet. */
export function createExampleWallet(): ExampleWallet {
  const listeners = { accounts: new Set<Listener>(), network: new Set<Listener>() }
  const state: WalletState = {
    isPermitted: false,
    accounts: [exampleAddresses.own as string],
    network: 1,
    prompts: 0,
  }
  let next: ((answer: () => unknown) => unknown) | undefined

  const answers = answersOf(state)

  const tell = async (event: keyof typeof listeners, payload: unknown): Promise<void> => {
    for (const listener of [...listeners[event]]) listener(payload)
    await settle()
  }

  return {
    provider: {
      async request(method, parameter) {
        if (asking.includes(method)) state.prompts += 1
        const instead = next
        next = undefined
        // A wallet is another program: it never answers within the turn.
        await Promise.resolve()
        const answer = () => answers[method](parameter)
        return instead ? instead(answer) : answer()
      },
      on: (event, listener) => void listeners[event].add(listener),
      off: (event, listener) => void listeners[event].delete(listener),
    },
    next(answer) {
      next = answer
    },
    hold() {
      const held = holdAnswer()
      next = held.answer
      return held.give
    },
    changeAccount() {
      state.accounts =
        state.accounts[0] === exampleAddresses.own ? [exampleAddresses.second] : [exampleAddresses.own]
      return tell('accounts', [...state.accounts])
    },
    changeNetwork() {
      state.network = state.network === 1 ? 2 : 1
      return tell('network', state.network)
    },
    forget() {
      state.isPermitted = false
    },
    network: () => state.network,
    prompts: () => state.prompts,
    listeners: () => listeners.accounts.size + listeners.network.size,
  }
}
