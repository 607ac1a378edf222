import type { NetworksService } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { Page } from '@playwright/test'
import { parseUnits } from 'viem'
import { dialog } from './page.js'

/** The amount in a row of the modal, in its smallest unit: the tooltip has every digit. `undefined` without a row. */
export async function shownAmount(page: Page, row: string, decimals: number): Promise<bigint | undefined> {
  const amount = dialog(page).getByTestId(row).locator('.lk-amount')
  if ((await amount.count()) === 0) return undefined
  const [digits = ''] = (await amount.getAttribute('title'))?.split(/\s/) ?? []
  return parseUnits(digits.replaceAll(',', ''), decimals)
}

/** Decimals of the coin of a network, as the app lists it. */
export function nativeDecimals(page: Page, networkId: string): Promise<number> {
  return page.evaluate((id) => {
    const networks = window.kernel.get<NetworksService>({
      id: 'latchkey.networks',
      symbol: Symbol.for('latchkey.token/latchkey.networks'),
    })
    const network = networks.find(id as NetworkId)
    if (!network) throw new Error(`The app does not list ${id}.`)
    return network.nativeCurrency.decimals
  }, networkId)
}
