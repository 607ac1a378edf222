import { type Holding, toDecimal, worthOf } from '@latchkey/kernel/contracts'
import { isSameTarget } from '@latchkey/kernel/transaction'
import { ref } from 'valtio/vanilla'
import type { SendDraft } from '../Sender.js'
import { amountOf } from './checkDraft.js'
import { createMaximizer } from './createMaximizer.js'
import { priceOf } from './readHoldings.js'
import type { FilledLink } from './readLink.js'
import type { SenderTools } from './SenderTools.js'

const noAmount = { amountText: '', mode: 'token', exactAmount: undefined, isMaximum: false } as const

/** Writes token and amount of the draft. */
export interface DraftEditor {
  /** Takes a change, unless the wallet is asked for what the draft says now: false then. */
  edit(change: Partial<SendDraft>): boolean
  chooseToken(token: Holding): void
  /** Carries the token over to balances that have just been read; without one, may take the coin of the network. */
  renewToken(options: { readonly mayChoose: boolean }): void
  setAmount(text: string): void
  toggleMode(): void
  setMaximum(): Promise<void>
  /** Token and amount of a payment link, to the last digit. */
  fillIn(link: FilledLink): void
  forgetAmount(): void
  /** Calls off the working out of Max. */
  stop(): void
}

/** @param changed What the draft said before does not hold any more. */
export function createDraftEditor(tools: SenderTools, changed: () => void): DraftEditor {
  const { state } = tools
  const maximizer = createMaximizer(tools, {
    edit,
    write: (value, mode, token) => amountTextOf(state, value, mode, token),
  })

  function edit(change: Partial<SendDraft>): boolean {
    if (state.phase === 'signing') {
      state.notice = 'outstanding'
      return false
    }
    changed()
    maximizer.stop()
    state.error = undefined
    state.notice = undefined
    Object.assign(state.draft, change)
    return true
  }

  function chooseToken(token: Holding): void {
    const before = state.draft.token
    const isOther = before !== undefined && before.address !== token.address
    if (!edit({ token: ref({ ...token }), ...(isOther ? noAmount : {}) })) return
    fillInPrice(tools, token)
  }

  return {
    edit,
    chooseToken,
    stop: maximizer.stop,
    renewToken({ mayChoose }) {
      const before = state.draft.token?.amount.value
      const chosen = renewedToken(state, mayChoose)
      if (before !== undefined && state.draft.token?.amount.value !== before) void maximizer.renew()
      if (!chosen || state.phase === 'signing') return
      // Not the user's own edit: what they are being told still holds.
      const { notice } = state
      chooseToken(chosen)
      state.notice = notice
    },
    setAmount: (text) => void edit({ amountText: text, exactAmount: undefined, isMaximum: false }),
    toggleMode() {
      const { token, mode, ...rest } = state.draft
      if (token?.price === undefined) return
      const value = amountOf({ ...rest, mode, token })
      const next = mode === 'token' ? 'fiat' : 'token'
      const amountText = value === undefined ? '' : amountTextOf(state, value, next, token)
      edit({ mode: next, amountText, exactAmount: value })
    },
    setMaximum: maximizer.run,
    fillIn({ token, amount }) {
      if (token) chooseToken(token)
      if (!token || amount === undefined) return
      edit({ ...noAmount, amountText: amountTextOf(state, amount, 'token', token), exactAmount: amount })
    },
    forgetAmount: () => void edit({ token: undefined, ...noAmount }),
  }
}

/** Asks for the price of a token that was chosen without one. */
function fillInPrice(tools: SenderTools, token: Holding): void {
  const { state } = tools
  const { target } = state
  if (!target || token.price !== undefined) return
  void priceOf(tools, target, token.address).then((price) => {
    const current = state.draft.token
    if (price === undefined || !current || current.address !== token.address) return
    if (isSameTarget(state.target, target)) state.draft.token = ref({ ...current, price })
  })
}

/** An amount as it is typed, in the unit of the mode. */
function amountTextOf(
  { currency }: SenderTools['state'],
  value: bigint,
  mode: SendDraft['mode'],
  { amount, price }: Holding,
): string {
  if (mode === 'token') return toDecimal(value, amount.decimals)
  return worthOf({ ...amount, value }, price, currency) ?? ''
}

/** Carries the token of the draft over to new balances. @returns What to choose while the draft has no token. */
function renewedToken({ draft, balances }: SenderTools['state'], mayChoose: boolean): Holding | undefined {
  const { token } = draft
  const { holdings } = balances
  const again = token && holdings.find(({ address }) => address === token.address)
  if (again) {
    const { price } = token
    draft.token = ref(again.price === undefined && price !== undefined ? { ...again, price } : { ...again })
  }
  if (token || !mayChoose) return undefined
  const [only, ...others] = holdings
  const coin = holdings.find(({ address }) => address === undefined)
  return coin ?? (others.length === 0 ? only : undefined)
}
