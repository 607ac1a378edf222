// The view of deposits follows the wallet, and says why nothing was asked.
import { BaseError } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { type } from '../../../../ui-react/test/show.js'
import { payBench } from '../../test/payBench.js'
import { fundWallet, linkOnramp, onramp } from '../../../onramp/src/index.js'
import FundWalletView from '../../../onramp/src/react/FundWalletView.js'
import { receive } from '../../../receive/src/index.js'
import { ExchangeDepositRoute, exchangeDeposits, type PayController } from '../index.js'
import ExchangeDepositView from './ExchangeDepositView.js'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

async function rendered(change: Partial<PayController> = {}) {
  const bench = payBench()
  await bench.connect()
  const controller = { ...(await bench.payer.load()), ...change }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <KernelProvider kernel={bench.kernel}>
      <ExchangeDepositView controller={controller} />
    </KernelProvider>,
  )
  stop = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  const find = (id: string) => container.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`)
  const until = (check: () => void) => vi.waitFor(check, { timeout: 3_000 })
  async function typed(): Promise<HTMLButtonElement> {
    await until(() => expect(find('deposit-amount')).not.toBeNull())
    type(find('deposit-amount') as HTMLElement, '1')
    await until(() => expect(find('deposit-exchange-test.exchange')?.disabled).toBe(false))
    return find('deposit-exchange-test.exchange') as HTMLButtonElement
  }
  return { ...bench, container, find, until, typed }
}

const gone = () => new BaseError('The wallet has gone.', { code: 'PAY_WALLET_GONE' })

it('offers nothing of a network that the wallet has left', async () => {
  const { kernel, find, until } = await rendered()
  await until(() => expect(find('deposit-view')).not.toBeNull())
  await kernel.get(Networks).switch('eip155:2')
  // The exchange sends to the first network only.
  await until(() => expect(find('deposit-view')).toBeNull())
  await kernel.get(Networks).switch('eip155:1')
  await until(() => expect(find('deposit-view')).not.toBeNull())
})

it('says why an exchange was not asked, and can be pressed once meanwhile', async () => {
  let refuse = (_: unknown) => {}
  const deposit = vi.fn(
    () =>
      new Promise<void>((_, reject) => {
        refuse = reject
      }),
  )
  const { container, until, typed } = await rendered({ deposit })
  const row = await typed()
  row.click()
  await until(() => expect(row.disabled).toBe(true))
  row.click()
  expect(deposit).toHaveBeenCalledTimes(1)
  refuse(gone())
  await until(() => expect(container.textContent).toContain('The wallet has gone.'))
  expect(row.disabled).toBe(false)
})

it('says why what can be deposited could not be read', async () => {
  const { container, until } = await rendered({
    readDepositAssets: async () => {
      throw gone()
    },
  })
  await until(() => expect(container.textContent).toContain('The wallet has gone.'))
})

it('stands with buying and receiving in the one entry that gathers them, and opens from there', async () => {
  const buying = linkOnramp({ id: 'shop', name: 'Shop', url: 'https://shop.example/buy' })
  const bench = payBench({ plugins: [onramp(), buying, receive(), exchangeDeposits(), fundWallet()] })
  await bench.connect()
  bench.navigation.attach(() => true)
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  stop = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  root.render(
    <KernelProvider kernel={bench.kernel}>
      <FundWalletView />
    </KernelProvider>,
  )
  const rows = () => [...container.querySelectorAll<HTMLElement>('[data-testid^="fund-"]:not(fieldset)')]
  await vi.waitFor(() =>
    expect(rows().map(({ dataset }) => dataset['testid'])).toEqual([
      'fund-onramp',
      'fund-exchange',
      'fund-receive',
    ]),
  )
  rows()[1]?.click()
  await vi.waitFor(() => expect(bench.navigation.state.entries.at(-1)?.name).toBe(ExchangeDepositRoute.name))
})
