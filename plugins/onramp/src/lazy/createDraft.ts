import { readTypedAmount } from '@latchkey/kernel/plugin'
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
    takeWish()
    const codes = options.currencies.map(({ code }) => code)
    if (!codes.includes(state.currency)) state.currency = codes[0] ?? state.currency
    const { asset } = state
    if (asset?.networkId !== state.target?.networkId) state.asset = options.assets[0]
    if (!limitOf(state)) state.method = state.method === 'card' ? 'bank' : 'card'
    quoter.schedule()
  }
  const load = () =>
    void readAll().catch((error: unknown) => log.warn('What is sold could not be read.', error))

  /** What the host asked for, once it is known what there is. */
  function takeWish(): void {
    const { asset, currency, amount } = wanted ?? {}
    const { assets, currencies } = state.options
    const found = assets.find(({ symbol, address }) =>
      [symbol.toLowerCase(), address?.toLowerCase()].includes(asset?.toLowerCase()),
    )
    if (asset !== undefined && found) state.asset = found
    if (currency !== undefined && currencies.some(({ code }) => code === currency)) state.currency = currency
    const typed = amount === undefined ? undefined : readTypedAmount(amount, 2)
    if (typed !== undefined) state.amountText = typed
    wanted = undefined
  }

  function change(next: Partial<typeof state>): void {
    Object.assign(state, next)
    quoter.schedule()
  }

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
    actions: {
      apply,
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
    },
  }
}
