import { onrampError } from '../onrampErrors.js'
import type { OnrampAsset, OnrampCurrency, OnrampLimit, OnrampOptions } from '../OnrampProvider.js'
import { usualCurrencies } from '../usualCurrencies.js'
import { checkOptions, isSameAsset } from './checkAnswers.js'
import { compareDecimals } from './decimals.js'
import { readDecimal, type Decimal } from '@latchkey/kernel/contracts'
import { type OnrampTools, providersFor } from './OnrampTools.js'
import { within } from './within.js'

/** What all providers of the network sell together: an amount that one of them takes may be typed. */
export async function readOptions(tools: OnrampTools, signal: AbortSignal): Promise<OnrampOptions> {
  const { state, clock, log, networks, wallets } = tools
  const { target, country } = state
  if (!target) throw onrampError('ONRAMP_TARGET_CHANGED')
  const { networkId } = target
  const { symbol, name } = networks.find(networkId)?.nativeCurrency ?? { symbol: '', name: '' }
  const coin: OnrampAsset = { networkId, symbol, name }
  const usual: OnrampOptions = { currencies: usualCurrencies, assets: symbol ? [coin] : [] }
  const answers = await Promise.all(
    providersFor(tools, networkId).map(async (provider): Promise<OnrampOptions> => {
      try {
        const source = await within(clock, signal, () => provider.load())
        if (!source.options) return usual
        const ask = source.options.bind(source)
        return checkOptions(await within(clock, signal, (own) => ask({ networkId, country, signal: own })))
      } catch (cause) {
        // The limits that the specification states hold where a provider doesn't tell its own.
        log.warn(`What "${provider.id}" sells could not be read.`, cause)
        return usual
      }
    }),
  )
  const assets = answers.flatMap((answer) => answer.assets).filter((asset) => asset.networkId === networkId)
  const distinct = assets.filter(
    (asset, at) => assets.findIndex((other) => isSameAsset(wallets, asset, other)) === at,
  )
  return { currencies: joinCurrencies(answers.flatMap(({ currencies }) => currencies)), assets: distinct }
}

function joinCurrencies(all: readonly OnrampCurrency[]): readonly OnrampCurrency[] {
  const joined = new Map<string, OnrampLimit[]>()
  for (const { code, limits } of all) {
    const known = joined.get(code) ?? []
    for (const limit of limits) {
      const at = known.findIndex(({ method }) => method === limit.method)
      if (at < 0) known.push({ ...limit })
      else known[at] = widest(known[at] as OnrampLimit, limit)
    }
    joined.set(code, known)
  }
  return [...joined].map(([code, limits]) => ({ code, limits }))
}

function widest(one: OnrampLimit, other: OnrampLimit): OnrampLimit {
  const isBelow = (left: string, right: string) =>
    compareDecimals(readDecimal(left) as Decimal, readDecimal(right) as Decimal) < 0
  return {
    method: one.method,
    minimum: isBelow(other.minimum, one.minimum) ? other.minimum : one.minimum,
    maximum: isBelow(one.maximum, other.maximum) ? other.maximum : one.maximum,
  }
}
