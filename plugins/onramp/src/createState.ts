import { proxy } from 'valtio/vanilla'
import type { OnrampState } from './OnrampService.js'

export type WritableState = { -readonly [key in keyof OnrampState]: OnrampState[key] }

export interface StateOptions {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

export const createState = ({ country, currency = 'USD' }: StateOptions): WritableState =>
  proxy<WritableState>({
    target: undefined,
    country: country ?? '',
    currency,
    method: 'card',
    amountText: '',
    asset: undefined,
    options: { status: 'idle', currencies: [], assets: [] },
    offers: [],
    chosen: undefined,
    isQuoting: false,
    isOpening: false,
    purchases: [],
    watched: [],
    blocked: [],
    error: undefined,
  })
