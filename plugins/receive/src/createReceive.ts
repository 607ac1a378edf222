import { lazy } from '@latchkey/kernel/plugin'
import { PaymentRequest } from '@latchkey/kernel/contracts'
import { proxy } from 'valtio/vanilla'
import type { ReceiveTools } from './lazy/answers.js'
import type { ReceiveService, ReceiveState } from './ReceiveService.js'

const nothing = { networkId: undefined, amount: '', token: undefined }

export interface OwnReceive extends ReceiveService {
  reset(): void
  /** Loads what is asked next, beside the view. A load that fails is left to the call that needs it. */
  prepare(): void
}

export function createReceive(tools: ReceiveTools): OwnReceive {
  const state = proxy<{ -readonly [key in keyof ReceiveState]: ReceiveState[key] }>({ ...nothing })
  let taken: unknown
  const answers = lazy('The code for receiving', () => import('./lazy/answers.js'))

  return {
    state,
    reset() {
      taken = undefined
      Object.assign(state, nothing)
    },
    prepare: () => void answers().catch(() => {}),
    setNetwork(networkId) {
      if (networkId === state.networkId) return
      Object.assign(state, { ...nothing, networkId, amount: state.amount })
    },
    setAmount(amount) {
      state.amount = amount
    },
    setToken(networkId, token) {
      Object.assign(state, { networkId, token })
      // What was typed for an asset with more decimals may not exist in this one.
      if (token) state.amount = cut(state.amount, token.decimals)
    },
    take(params) {
      if (!params || params === taken) return
      taken = params
      const { networkId, amount = '', token } = params
      Object.assign(state, { networkId, amount, token })
    },
    offers(networkId) {
      const { amounts = false, tokens = false } = tools.wallets.chain(networkId, PaymentRequest) ?? {}
      return { amounts, tokens }
    },
    networks: async (account) => (await answers()).listNetworks(tools, account),
    tokens: async (networkId, address) => (await answers()).listTokens(tools, networkId, address),
    link: async (asked) => (await answers()).createLink(tools, asked),
  }
}

/** The decimal string with at most so many digits after the point. */
function cut(amount: string, decimals: number): string {
  const [whole = '', fraction] = amount.split('.')
  return fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
