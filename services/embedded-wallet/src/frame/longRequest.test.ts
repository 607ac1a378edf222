// A request that is longer than the frame is high, on the wallet's own site and on another one: browsers look at frames of
// one site together, and what is scrolled out of such a frame lies under the app's page.
import { recoverTypedDataAddress } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { type DappPage, openDappPage } from '../../test/dappPage.js'
import { press } from '../../test/openWalletPage.js'

let opened: DappPage | undefined
afterEach(() => opened?.stop())

test.each(['127.0.0.1', 'localhost'] as const)(
  'a request that must be scrolled is signed from a page of %s, and not while it is covered',
  async (hostName) => {
    opened = await openDappPage({ dapp: 'export {}', chains: ({ chainId }) => [chainId], hostName })
    const { page, frame, logIn } = opened
    await opened.open()
    // The app's own page lies all around the frame.
    await page.evaluate(() => {
      document.body.style.background = 'silver'
      document.body.prepend(Object.assign(document.createElement('h1'), { textContent: 'The app' }))
    })
    const accounts = page.evaluate(() =>
      (globalThis as any).dapp.provider.request({ method: 'eth_requestAccounts' }),
    )
    await logIn('long@example.com')
    const [address] = await accounts
    const fields = Array.from({ length: 20 }, (_, index) => ({ name: `field${index}`, type: 'string' }))
    const data = {
      domain: { chainId: opened.node.chainId },
      types: { Long: fields },
      primaryType: 'Long' as const,
      message: Object.fromEntries(fields.map(({ name }) => [name, 'text'])),
    }
    const signing = page.evaluate(
      ([account, typed]) =>
        (globalThis as any).dapp.provider.request({
          method: 'eth_signTypedData_v4',
          params: [account, typed],
        }),
      [address, JSON.stringify(data)] as const,
    )
    await frame.getByText('message.field19', { exact: true }).scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      const over = Object.assign(document.createElement('div'), { id: 'over', popover: 'manual' })
      over.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;opacity:0.01;pointer-events:none'
      document.body.append(over)
      over.showPopover()
    })
    await press(frame, 'Sign')
    await frame.getByText('Something on the page covers this wallet').waitFor()
    // The button is out of use for so short a time that looking now and then could miss it.
    const button = frame.locator('button.accept')
    await button.evaluate((element: HTMLButtonElement) => {
      new MutationObserver(() => {
        if (element.disabled) element.dataset['wasOutOfUse'] = ''
      }).observe(element, { attributeFilter: ['disabled'] })
    })
    await page.evaluate(() => document.getElementById('over')?.remove())
    await expect.poll(() => button.getAttribute('data-was-out-of-use'), { timeout: 30_000 }).toBe('')
    await press(frame, 'Sign')
    expect((await recoverTypedDataAddress({ ...data, signature: await signing })).toLowerCase()).toBe(address)
  },
  90_000,
)
