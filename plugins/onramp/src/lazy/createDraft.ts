import { readTypedAmount } from '@latchkey/kernel/contracts'
import type { OnrampController } from '../OnrampService.js'
import type { BuyArguments } from '../routes.js'
import type { Quoter } from './createQuoter.js'
import { limitOf } from './limits.js'
import type { OnrampTools } from './OnrampTools.js'
import { readOptions } from './readOptions.js'

export interface Draft {
  readonly actions: Pick<
    OnrampController,
    'apply' | 'setAmount' | 'setCurrency' | 'setCountry' | 'setMethod' | 'setAsset' | 'choose' | 'retry'
  >
  apply(given: BuyArguments | undefined): void
  /** Another account or network is active. */
  retarget(): void
}

/** What the form says: every change drops the offers for what it said before. */
export function createDraft(tools: OnrampTools, quoter: Quoter): Draft {
  const { state, log } = tools
  let reading: AbortController | undefined
  let wanted: BuyArguments | undefined

  async function readAll(): Promise<void> {
    reading?.abort()
    const own = new AbortController()
    reading = own
    if (!state.target) {
      state.options = { status: 'idle', currencies: [], assets: [] }
      return
    }
    state.options = { ...state.options, status: 'loading' }
    const options = await readOptions(tools, own.signal)
    if (reading !== own) return
    state.options = { status: 'ready', ...options }
    takeWish(state, wanted)
    wanted = undefined
    takeSold(state)
    quoter.schedule()
  }
  const load = () =>
    void readAll().catch((error: unknown) => log.warn('What is sold could not be read.', error))

  const apply = (given: BuyArguments | undefined) => {
    if (given) wanted = given
    load()
  }
  return {
    apply,
    retarget() {
      quoter.drop()
      Object.assign(state, { asset: undefined, chosen: undefined, error: undefined })
      state.options = { status: 'idle', currencies: [], assets: [] }
      load()
    },
    actions: { apply, ...createActions(state, quoter, load) },
  }
}

function createActions(
  state: OnrampTools['state'],
  quoter: Quoter,
  load: () => void,
): Omit<Draft['actions'], 'apply'> {
  function change(next: Partial<typeof state>): void {
    Object.assign(state, next)
    takeMethod(state)
    quoter.schedule()
  }
  return {
    setAmount: (amountText) => change({ amountText }),
    setCurrency: (currency) => change({ currency }),
    setMethod: (method) => change({ method }),
    setAsset: (asset) => change({ asset: { ...asset } }),
    setCountry(country) {
      state.country = country
      quoter.drop()
      load()
    },
    choose(providerId) {
      state.chosen = providerId
    },
    retry() {
      state.error = undefined
      void quoter.refresh()
    },
  }
}

/** Nothing is asked for that isn't sold: another currency, an asset of another network. */
function takeSold(state: OnrampTools['state']): void {
  const { currencies, assets } = state.options
  if (!currencies.some(({ code }) => code === state.currency)) {
    state.currency = currencies[0]?.code ?? state.currency
  }
  if (state.asset?.networkId !== state.target?.networkId) state.asset = assets[0]
  takeMethod(state)
}

/** A currency that is taken one way only is paid that way. */
function takeMethod(state: OnrampTools['state']): void {
  if (!limitOf(state)) state.method = state.method === 'card' ? 'bank' : 'card'
}

/** What the host asked for, once it is known what there is. */
function takeWish(state: OnrampTools['state'], wanted: BuyArguments | undefined): void {
  const { asset, currency, amount } = wanted ?? {}
  const { assets, currencies } = state.options
  const found = assets.find(({ symbol, address }) =>
    [symbol.toLowerCase(), address?.toLowerCase()].includes(asset?.toLowerCase()),
  )
  if (asset !== undefined && found) state.asset = found
  if (currency !== undefined && currencies.some(({ code }) => code === currency)) state.currency = currency
  const typed = amount === undefined ? undefined : readTypedAmount(amount, 2)
  if (typed !== undefined) state.amountText = typed
}
