import { balanceUnavailable } from '@latchkey/kernel/plugin'
import type { Holding } from '@latchkey/plugin-wallet-data'
import { ref } from 'valtio/vanilla'
import { formatUnits } from '../amounts/formatUnits.js'
import { worthOf } from '../amounts/worth.js'
import { emptyDraft } from '../createState.js'
import { type SendArguments, SendPreviewRoute, SendRoute } from '../routes.js'
import type { SendController, SendDraft, SendTarget } from '../Sender.js'
import { amountOf } from './checkDraft.js'
import { createBalanceLoader } from './createBalanceLoader.js'
import { createConfirmation } from './createConfirmation.js'
import { createFollower } from './createFollower.js'
import { createPreviewer } from './createPreviewer.js'
import { createReceiverField, toError } from './createReceiverField.js'
import type { FilledLink } from './readLink.js'
import { tokenReference } from './prepareSend.js'
import { priceOf } from './readHoldings.js'
import { isSameTarget, readTarget } from './readTarget.js'
import { createRecents } from './recentReceivers.js'
import { reviewReceiver } from './reviewReceiver.js'
import { groundOf, namespaceOf, type SenderTools } from './SenderTools.js'

export interface ControllerParts {
  readonly controller: SendController
  /** Another account or network from now on: what was meant for the one before ends. */
  retarget(target: SendTarget | undefined): void
  dispose(): void
}

export function createController(tools: SenderTools): ControllerParts {
  const { state, storage, session, navigation } = tools
  const recents = createRecents(storage)
  const field = createReceiverField(tools, {
    changed: review,
    async holdings() {
      await balances.load()
      const { status, holdings, error } = state.balances
      if (status !== 'ready') throw error ?? balanceUnavailable()
      return holdings
    },
    fill: fillIn,
  })
  const balances = createBalanceLoader(tools, matchDraft)
  const previewer = createPreviewer(tools, () => field.set(state.draft.receiverText))
  const follower = createFollower(tools, ({ networkId, address }) => {
    void tools.nativeBalances.refresh(networkId, address, { force: true })
    if (state.target?.networkId === networkId && state.balances.status !== 'idle') {
      void balances.load({ fresh: true })
    }
  })
  const confirmation = createConfirmation({
    tools,
    previewer,
    follower,
    submitted(target, { receiver }, isCurrent) {
      const isSame = namespaceOf(tools, target.namespace)?.isSameAddress ?? Object.is
      recents.add(target.namespace, { ...receiver }, isSame)
      if (isCurrent) clearDraft()
    },
    answered() {
      const next = readTarget(tools)
      if (!isSameTarget(state.target, next)) retarget(next)
    },
  })
  /** What the host gave and cannot be filled in yet. */
  let wish: SendArguments | undefined
  const applied = new WeakSet<SendArguments>()
  let maximum: AbortController | undefined

  /** Takes a change, unless the wallet is asked for what the draft says now. */
  function edit(change: Partial<SendDraft>): boolean {
    if (state.phase === 'signing') {
      state.notice = 'outstanding'
      return false
    }
    previewer.drop()
    maximum?.abort()
    state.isMaximizing = false
    state.error = undefined
    state.notice = undefined
    Object.assign(state.draft, change)
    return true
  }

  /** Works out anew what the receiver's address tells. */
  function review(): void {
    const { receiver, target } = state
    const namespace = target && namespaceOf(tools, target.namespace)
    if (!target || !namespace || receiver.status !== 'resolved') {
      state.warnings = []
      return
    }
    const accounts = session.state.connections.flatMap((connection) => connection.accounts)
    const own = accounts.filter((account) => account.namespace === target.namespace)
    state.warnings = [
      ...reviewReceiver({
        receiver: receiver.address,
        own: [target.address, ...own.map(({ address }) => address)],
        recents: recents.list(target.namespace).map(({ address }) => address),
        tokens: state.balances.holdings.flatMap(({ address }) => address ?? []),
        isSameAddress: namespace.isSameAddress,
      }),
    ]
  }

  /** Carries the draft over to balances that have just been read, and fills in what waited for them. */
  function matchDraft(): void {
    const { draft, balances: read } = state
    const { token } = draft
    const again = token && read.holdings.find((holding) => holding.address === token.address)
    if (again) {
      const { price } = token
      draft.token = ref(again.price === undefined && price !== undefined ? { ...again, price } : { ...again })
    } else if (!token) {
      const [only, ...others] = read.holdings
      if (only && others.length === 0) chooseToken(only)
    }
    grantWish()
    review()
  }

  function chooseToken(token: Holding): void {
    const before = state.draft.token
    const isOther = before !== undefined && before.address !== token.address
    const fresh: Partial<SendDraft> = isOther
      ? { amountText: '', mode: 'token', exactAmount: undefined, isMaximum: false }
      : {}
    if (!edit({ token: ref({ ...token }), ...fresh })) return
    const { target } = state
    if (!target || token.price !== undefined) return
    void priceOf(tools, target, token.address).then((price) => {
      const current = state.draft.token
      if (price === undefined || !current || current.address !== token.address) return
      if (isSameTarget(state.target, target)) state.draft.token = ref({ ...current, price })
    })
  }

  /** Fills in token and amount of the host, once it is known what is held. */
  function grantWish(): void {
    const { target, balances: read } = state
    if (!wish || !target || read.status !== 'ready') return
    if (state.wantedNetworkId !== undefined) return
    const { token = wish.amount === undefined ? undefined : 'native', amount } = wish
    wish = undefined
    if (token === undefined) return
    const isSame = namespaceOf(tools, target.namespace)?.isSameAddress ?? Object.is
    const found = read.holdings.find(({ address }) =>
      token === 'native' ? address === undefined : address === token || isSame(address ?? '', token),
    )
    if (found) chooseToken(found)
    if (found && amount !== undefined) controller.setAmount(amount)
    if (!found) state.notice = 'tokenNotHeld'
  }

  /** Token and amount of a payment link, to the last digit. */
  function fillIn({ token, amount }: FilledLink): void {
    if (token) chooseToken(token)
    if (!token || amount === undefined) return
    const amountText = formatUnits(amount, token.amount.decimals)
    edit({ amountText, mode: 'token', exactAmount: amount, isMaximum: false })
  }

  function clearDraft(): void {
    field.dispose()
    previewer.drop()
    Object.assign(state.draft, emptyDraft)
    state.receiver = { status: 'empty' }
    state.warnings = []
    state.error = undefined
    state.notice = undefined
    balances.clear()
  }

  function retarget(target: SendTarget | undefined): void {
    // The wallet that was asked is gone; its answer, should it come, is followed all the same.
    if (state.phase === 'signing') return confirmation.forget()
    const before = state.target
    const { receiverText, amountText, token } = state.draft
    const hadDraft = token !== undefined || amountText !== '' || receiverText !== ''
    previewer.drop()
    maximum?.abort()
    state.isMaximizing = false
    state.target = target
    balances.clear()
    Object.assign(state.draft, { ...emptyDraft, receiverText })
    if (state.wantedNetworkId === target?.networkId) state.wantedNetworkId = undefined
    const isOtherKind = before?.namespace !== target?.namespace
    field.set(isOtherKind && !wish ? '' : (wish?.to ?? receiverText))
    state.error = undefined
    state.notice = before && target && hadDraft && !wish ? 'targetChanged' : undefined
    if (target && navigation.state.open) void balances.load()
  }

  const controller: SendController = {
    apply(given) {
      if (!given || applied.has(given) || state.phase === 'signing') return
      applied.add(given)
      const { target } = state
      const { networkId, to, token, amount } = given
      state.wantedNetworkId = networkId === target?.networkId ? undefined : networkId
      wish = given
      if (token !== undefined || amount !== undefined) {
        edit({ token: undefined, amountText: '', mode: 'token', exactAmount: undefined, isMaximum: false })
      }
      if (to !== undefined) controller.setReceiver(to)
      grantWish()
    },
    chooseToken,
    setAmount: (text) => void edit({ amountText: text, exactAmount: undefined, isMaximum: false }),
    toggleMode() {
      const { token, mode, ...rest } = state.draft
      if (token?.price === undefined) return
      const value = amountOf({ ...rest, mode, token })
      const next = mode === 'token' ? 'fiat' : 'token'
      const isEmpty = value === undefined
      const amountText = isEmpty
        ? ''
        : next === 'token'
          ? formatUnits(value, token.amount.decimals)
          : (worthOf({ ...token.amount, value }, token.price, state.currency) ?? '')
      edit({ mode: next, amountText, exactAmount: value })
    },
    setReceiver(text) {
      if (edit({})) field.set(text)
    },
    chooseRecent(recent) {
      if (edit({})) field.choose(recent)
    },
    setFeeLevel(feeLevel) {
      if (state.phase === 'signing' || state.draft.feeLevel === feeLevel) return
      state.draft.feeLevel = feeLevel
      state.notice = undefined
      if (state.phase === 'ready') void previewer.refresh()
    },
    async setMaximum() {
      const { target, draft, receiver } = state
      const { token } = draft
      if (!target || !token || !edit({})) return
      const own = new AbortController()
      maximum = own
      state.isMaximizing = true
      try {
        const { capability, ...ground } = groundOf(tools, target)
        const reference = tokenReference(token)
        const { value } = await capability.maximum({
          ...ground,
          // Without a receiver yet, the sender stands in: the price is nearly the same, and it is asked again.
          to: receiver.status === 'resolved' ? receiver.address : target.address,
          feeLevel: draft.feeLevel,
          signal: own.signal,
          ...(reference ? { token: reference } : {}),
        })
        if (own.signal.aborted) return
        const text =
          draft.mode === 'token'
            ? formatUnits(value, token.amount.decimals)
            : (worthOf({ ...token.amount, value }, token.price, state.currency) ?? '')
        edit({ amountText: text, exactAmount: value, isMaximum: true })
      } catch (cause) {
        if (own.signal.aborted) return
        state.isMaximizing = false
        state.error = toError(cause)
      }
    },
    recents: () => (state.target ? recents.list(state.target.namespace) : []),
    loadBalances: (options) => balances.load(options),
    async preview() {
      const isReady = await previewer.preview()
      // Whoever left meanwhile is not called back, and a host with views of its own is left alone.
      const isFormShown = navigation.state.entries.at(-1)?.name === SendRoute.name
      if (isReady && isFormShown) navigation.push(SendPreviewRoute)
      return isReady
    },
    confirm: () => confirmation.confirm(),
    forgetRequest: () => confirmation.forget(),
    reset() {
      if (state.phase === 'signing') return
      clearDraft()
      state.phase = 'editing'
      state.transaction = undefined
      state.wantedNetworkId = undefined
      wish = undefined
    },
  }

  follower.resume()

  return {
    controller,
    retarget,
    dispose() {
      field.dispose()
      maximum?.abort()
      previewer.pause()
    },
  }
}
