import { createKernel, memoryStorage } from '@latchkey/kernel'
import { BaseError, Feature, definePlugin } from '@latchkey/kernel/plugin'
import { Navigation, Networks, Notifications, Session } from '@latchkey/kernel/wallet'
import { Prices } from '@latchkey/kernel/contracts'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { byTestId, find, findTestId, mount, unmountAll, until } from '../../test/mount.js'
import {
  artworks,
  few,
  hostile,
  hostileHoldings,
  many,
  newToken,
  noToken,
  openAccount,
  picture,
  someArtworks,
  stage,
} from '../../test/scenarios.js'
import { alice, answerOf, bob, ether, one, testnet, token, two, usdc } from '../../test/testWalletData.js'
import { Balances, OwnTokens, PortfolioRoute } from '../index.js'
import { balances, ownTokens, portfolio, useBalances, useHoldings } from './index.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

function Host() {
  const { status, total, hidden, setHidden } = useBalances()
  const { holdings, count } = useHoldings({ query: 'coin', order: 'name' })
  return (
    <button type="button" data-testid="host" onClick={() => setHidden(!hidden)}>
      {`${status} ${total} ${hidden} ${holdings.map(({ amount }) => amount.symbol)} of ${count}`}
    </button>
  )
}

const text = (id: string) => byTestId(id)?.innerText.replaceAll('\u00a0', ' ') ?? ''
const rowIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid^="balances-row-"]')].map(
    (row) => row.dataset['testid'],
  )

describe('the tokens on a network that has closed', () => {
  const closed = { on: '2026-07-31', say: 'Move what you hold to another network.' }

  it.each([
    ['cannot be read', () => Promise.reject(new Error('no endpoint answered'))],
    ['are none', () => answerOf([])],
    ['are nothing of the coin', () => answerOf([ether(0n)])],
  ])('%s, and the reason is said in place of “No tokens yet” and “Try again”', async (_, answer) => {
    const staged = stage({ closed, answer })
    mount(staged)
    await openAccount(staged)
    staged.data.wallet.report({ networks: { eip155: two } })
    await until(() => document.querySelector('.lk-state-title')?.textContent?.includes('July 31, 2026'))
    expect(document.querySelector('.lk-state')?.textContent).toContain(closed.say)
    expect(byTestId('balances-retry')).toBeNull()
  })

  it('are shown while they can be read', async () => {
    const staged = stage({ closed })
    mount(staged)
    await openAccount(staged)
    staged.data.wallet.report({ networks: { eip155: two } })
    await findTestId('balances-row-native')
    await until(() => document.body.innerText.includes('This network closed on July 31, 2026.'))
  })
})

describe('the total under the account', () => {
  it('is the worth of all, cut to the cent, and the native coin while nobody knows prices', async () => {
    const staged = stage({ answer: () => answerOf([ether(10n ** 18n, { price: '10.999' })]) })
    mount(staged)
    await openAccount(staged)
    await until(() => text('balances-total').includes('$10.99'))
    staged.data.answer = () => answerOf([ether(1_999_999_999_999_999_999n)], { source: 'chain' })
    await staged.kernel.get(Balances).refresh()
    await until(() => text('balances-total').includes('1.999 ETH'))
  })

  it('holds its place until the first prices are read, and is shown once', async () => {
    let tell: (price: string) => void = () => {}
    const price = new Promise<string>((resolve) => {
      tell = resolve
    })
    const pricing = definePlugin({
      id: 'test.prices',
      kernel: '^1.0.0',
      provides: [Prices],
      setup: (context) => context.provide(Prices, () => ({ read: () => price })),
    })
    const staged = stage({ answer: () => answerOf([ether(10n ** 18n)]), plugins: [pricing] })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    expect(byTestId('balances-total')?.querySelector('.lk-skeleton')).not.toBeNull()
    expect(text('balances-total')).not.toContain('ETH')
    tell('3000')
    await until(() => text('balances-total').includes('$3,000.00'))
  })

  it('is the native coin when prices take longer than two seconds', async () => {
    const pricing = definePlugin({
      id: 'test.prices',
      kernel: '^1.0.0',
      provides: [Prices],
      setup: (context) => context.provide(Prices, () => ({ read: () => new Promise(() => {}) })),
    })
    const staged = stage({ answer: () => answerOf([ether(10n ** 18n)]), plugins: [pricing] })
    mount(staged)
    await openAccount(staged)
    await until(() => text('balances-total').includes('1 ETH'))
  })

  it('is the native coin on a test network, where nothing has a price', async () => {
    const staged = stage({ answer: () => answerOf([ether(5n * 10n ** 18n, { price: '3000' })]) })
    mount(staged)
    await staged.kernel.get(Session).connect({ connectorId: 'fake.wallet' })
    await staged.kernel.get(Networks).switch(testnet)
    await openAccount(staged)
    await until(() => text('balances-row-native').includes('5 ETH'))
    expect(text('balances-total')).toContain('5 ETH')
    expect(text('balances-total')).not.toContain('$')
    expect(text('balances-row-native')).not.toContain('$')
  })

  it.each([7, 7.5, '7', null])(
    'is neither $0.00 nor an empty list for an amount that is %o',
    async (value) => {
      const staged = stage({ answer: () => answerOf([ether(value as never)]) })
      mount(staged)
      await openAccount(staged)
      await findTestId('balances-retry')
      const shown = document.body.innerText
      expect(shown).not.toContain('$0.00')
      expect(shown).not.toContain('No tokens yet')
    },
  )

  it('is covered with every other amount, on the button too, and stays so over a reload', async () => {
    const storage = memoryStorage()
    const staged = stage({ answer: () => answerOf(few) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    await until(() => text('account-balance') === '1 ETH')
    await userEvent.click(await findTestId('balances-hide'))
    await until(() => byTestId('balances-hide')?.getAttribute('aria-pressed') === 'true')
    expect(text('account-balance')).toContain('Amount hidden')
    const html = document.body.innerHTML
    for (const figure of ['6,367', '3,852', '1.234', '2,500', '1,234,567', '1 ETH']) {
      expect(html.replaceAll('\u00a0', ' ').replaceAll('&nbsp;', ' ')).not.toContain(figure)
    }
    await userEvent.click(await findTestId('balances-hide'))
    await until(() => text('account-balance') === '1 ETH')

    const first = createKernel([...staged.data.plugins, balances()], {
      storage,
      logLevel: 'silent',
      id: 'same',
    })
    await first.start()
    first.get(Balances).setHidden(true)
    await first.dispose()
    const second = createKernel([...staged.data.plugins, balances()], {
      storage,
      logLevel: 'silent',
      id: 'same',
    })
    await second.start()
    expect(second.get(Balances).state.hidden).toBe(true)
    await second.dispose()
  })
})

describe('the tab of tokens', () => {
  it('has icon, name, amount, worth and the badge of the network', async () => {
    const staged = stage({
      answer: () =>
        answerOf([
          token('USDC', 2_500_999n, { name: 'USD Coin', price: '0.9999', icon: picture('#2775ca') }),
          token('DUST', 999n),
        ]),
    })
    mount(staged)
    await openAccount(staged)
    const row = await findTestId('balances-row-0xUSDC')
    expect(row.innerText.replaceAll('\u00a0', ' ')).toMatch(/USD Coin\s+\$0\.99\s+2\.5 USDC\s+\$2\.50/)
    expect(row.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('USDC on Ethereum')
    expect(row.querySelector('.lk-amount')?.getAttribute('title')).toBe('2.500999 USDC')
    await until(() => row.querySelector('img')?.getAttribute('src')?.startsWith('data:image/svg+xml'))
    expect(text('balances-row-0xDUST')).toContain('0.000 DUST')
  })

  it('calls a token that only has an address unknown, and says the address once', async () => {
    const address = 'DgNo7ZkC4bPMyw1vX9aQeTq6YHf8sLr2UjB3nK5m6045'
    const nameless = { ...token('X', 1_500_000n), address, name: 'DgNo…6045' }
    const amount = { ...nameless.amount, symbol: 'DgNo…6045' }
    const staged = stage({ answer: () => answerOf([{ ...nameless, amount }]) })
    mount(staged)
    await openAccount(staged)
    const row = await findTestId(`balances-row-${address}`)
    const shown = [...row.querySelectorAll('.lk-row-name, .lk-address-short, .lk-amount')]
    expect(shown.map(({ textContent }) => textContent)).toEqual(['Unknown token', 'DgNo7Z…6045', '1.5'])
    expect(row.innerText.match(/…/g)).toHaveLength(1)
  })

  it('marks what reads like bait, puts it last and counts it in nothing', async () => {
    const staged = stage({
      answer: () =>
        answerOf([token('CLAIM', 10n ** 12n, { name: 'Claim it', price: '1' }), ...few.slice(0, 2)]),
    })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-0xCLAIM')
    expect(rowIds().at(-1)).toBe('balances-row-0xCLAIM')
    expect(text('balances-row-0xCLAIM')).toContain('Suspicious')
    expect(text('balances-row-0xCLAIM')).not.toContain('$')
    expect(text('balances-total')).toContain('$6,352.53')
  })

  it('shows hostile names as text, cut, and asks for no picture that is none', async () => {
    const staged = stage({ answer: () => answerOf(hostileHoldings) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-0x5')
    expect((window as { hacked?: boolean }).hacked).toBeUndefined()
    const panel = find('[data-testid="balances-tokens"]')!
    expect(panel.querySelector('script, b')).toBeNull()
    for (const image of panel.querySelectorAll('img')) expect(image.src).toMatch(/^(?:https|data:image)/)
    expect(text('balances-row-0x1')).toContain(hostile.script.slice(0, 40))
    expect(text('balances-row-0x2')).toContain('DSU Coin')
    expect(panel.textContent).not.toMatch(/[\p{Cc}\u202a-\u202e\u200b]/u)
    expect(text('balances-row-0x3').length).toBeLessThan(200)
    expect(text('balances-row-0x4')).toContain('Unknown token')
    const edge = find('dialog')!.getBoundingClientRect().right
    expect(byTestId('balances-hide')!.getBoundingClientRect().right).toBeLessThan(edge)
  })

  it('offers the listed features when nothing is held, and none that are not listed', async () => {
    const opened = vi.fn()
    const receive = definePlugin({
      id: 'test.receive',
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(Feature, { id: 'test.receive', label: 'Receive', open: () => opened() }),
    })
    const staged = stage({ answer: () => answerOf([ether(0n)]), plugins: [receive] })
    mount(staged)
    await openAccount(staged)
    await userEvent.click(await findTestId('balances-empty-receive'))
    expect(opened).toHaveBeenCalledTimes(1)
    expect(byTestId('balances-empty-buy')).toBeNull()
    expect(text('balances-row-native')).toContain('0.000 ETH')
  })

  it('says what failed, when it tries again, and keeps what it knew', async () => {
    const staged = stage({ answer: () => answerOf(few) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    staged.data.answer = () => {
      throw new Error('gone')
    }
    await staged.kernel.get(Balances).refresh()
    const retry = (await findTestId('balances-retry')) as HTMLButtonElement
    expect(retry.innerText).toMatch(/Try again in (?:30|2\d) s/)
    expect(retry.disabled).toBe(true)
    expect(staged.kernel.get(Notifications).state.snackbar.message).toMatchObject({
      text: 'Token Balance Unavailable',
    })
    expect(byTestId('balances-row-native')).not.toBeNull()
  })

  it('follows account and network while it is open', async () => {
    const staged = stage({
      answer: ({ address, networkId }) =>
        answerOf([
          ether(networkId === two ? 3n * 10n ** 18n : address === bob ? 2n * 10n ** 18n : 10n ** 18n),
        ]),
    })
    mount(staged)
    await openAccount(staged)
    await until(() => text('balances-row-native').includes('1 ETH'))
    const session = staged.kernel.get(Session)
    const accountId = session.state.connections[0]?.accounts.find(({ address }) => address === bob)?.id
    session.setActiveAccount({
      namespace: 'eip155',
      connectionId: 'fake.wallet',
      ...(accountId ? { accountId } : {}),
    })
    await until(() => text('balances-row-native').includes('2 ETH'))
    await staged.kernel.get(Networks).switch(two)
    await until(() => text('balances-row-native').includes('3 ETH'))
    expect(staged.data.asked.map(({ address, networkId }) => `${networkId}:${address}`)).toEqual([
      `${one}:${alice}`,
      `${one}:${bob}`,
      `${two}:${bob}`,
    ])
  })

  it('is asked for once in StrictMode by everything that shows it, and by nothing once it is gone', async () => {
    const staged = stage({ answer: () => answerOf(few) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    expect(staged.data.asked).toHaveLength(1)
    staged.kernel.get(Navigation).close()
    await until(() => find('dialog') === null)
    await staged.kernel.get(Balances).refresh()
    expect(staged.data.asked).toHaveLength(2)
  })

  it('is not read while the page is hidden, and at once when it is seen again', async () => {
    const staged = stage({ answer: () => answerOf(few) })
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    mount(staged)
    await openAccount(staged)
    await until(() => find('.lk-list[role="status"]'))
    await staged.kernel.get(Networks).switch(two)
    await until(() => staged.kernel.get(Networks).active('eip155')?.id === two)
    expect(staged.data.asked).toEqual([])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await findTestId('balances-row-native')
    expect(staged.data.asked).toHaveLength(1)
    visibility.mockRestore()
  })
})

describe('all tokens', () => {
  async function openAll() {
    const staged = stage({ answer: () => answerOf(many(5_000)) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    expect(rowIds()).toHaveLength(10)
    const all = await findTestId('balances-see-all')
    expect(all.innerText).toContain('See all 5,000 tokens')
    await userEvent.click(all)
    await until(() => find('[data-testid="balances-list"] [role="listitem"]'))
    return staged
  }

  it('are reached from the tab, of which only those in view exist', async () => {
    await openAll()
    const list = await findTestId('balances-list')
    let most = 0
    for (let step = 0; step < 15; step += 1) {
      list.scrollTop += 4_000
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      most = Math.max(most, list.querySelectorAll('[role="listitem"]').length)
    }
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThan(40)
    expect(list.querySelector('[role="listitem"]')?.getAttribute('aria-setsize')).toBe('5000')
  })

  it('can be searched by name, symbol and address, and say when nothing is found', async () => {
    await openAll()
    const search = await findTestId('balances-search')
    const first = () => find('[data-testid="balances-list"] [role="listitem"]')?.innerText ?? ''
    await userEvent.fill(search, 'number 4321')
    await until(() => first().includes('Token number 4321'))
    await userEvent.fill(search, 't77')
    await until(() => /Token number 77/.test(first()))
    await userEvent.fill(search, '0xT12')
    await until(() => first().includes('Token number 12'))
    await userEvent.fill(search, '<b>nothing</b>')
    await until(() => find('.lk-state')?.innerText.includes('Nothing you hold matches “<b>nothing</b>”.'))
  })

  it('are ordered by worth, or by name', async () => {
    await openAll()
    const first = () => find('[data-testid="balances-list"] [role="listitem"]')?.innerText ?? ''
    await until(() => first().includes('Ether'))
    await userEvent.click(page.getByRole('button', { name: 'By name' }))
    await userEvent.fill(await findTestId('balances-search'), 'token')
    await until(() => first().includes('Token number 0'))
  })

  it('scroll by keyboard alone', async () => {
    await openAll()
    const list = await findTestId('balances-list')
    list.focus()
    expect(document.activeElement).toBe(list)
    await userEvent.keyboard('{End}')
    await until(() => list.scrollTop > 0)
  })
})

describe('the tab of NFTs', () => {
  async function openNfts(collectibles: NonNullable<Parameters<typeof stage>[0]>['collectibles']) {
    const staged = stage(collectibles ? { collectibles } : {})
    mount(staged)
    await openAccount(staged)
    await userEvent.click(await findTestId('lk-tab-balances.views.collectibles'))
    return staged
  }
  const shown = () => [...document.querySelectorAll('.lk-artwork-name')].map((name) => name.textContent)

  it('shows pictures, how many of one, and hides spam until it is asked for', async () => {
    const staged = await openNfts(async () => ({ items: someArtworks, source: 'service' }))
    const ticket = await findTestId('balances-artwork-40')
    // Not `innerText`: what is below the fold is not laid out yet.
    expect(ticket.textContent).toContain('×12')
    await until(() => find('[data-testid="balances-artwork-1"] img'))
    expect(find('[data-testid="balances-artwork-41"] img')).toBeNull()
    expect(shown()).toHaveLength(5)
    expect(document.body.innerText).toContain('2 items that look like spam are hidden')
    await userEvent.click(await findTestId('balances-spam'))
    await until(() => shown().length === 7)
    expect(find('[data-testid="balances-artwork-51"] img')).toBeNull()
    expect((window as { hacked?: boolean }).hacked).toBeUndefined()
    expect(staged.data.askedCollectibles).toMatchObject([{ networkId: one, address: alice }])
  })

  it('reads page after page, and shows an item that comes twice once', async () => {
    const items = artworks(5)
    const staged = await openNfts(async ({ cursor }) =>
      cursor === undefined
        ? { items: items.slice(0, 3), next: 'second', source: 'service' }
        : { items: items.slice(2), source: 'service' },
    )
    await until(() => shown().length === 3)
    await userEvent.click(await findTestId('balances-more'))
    await until(() => shown().length === 5)
    expect(byTestId('balances-more')).toBeNull()
    expect(staged.data.askedCollectibles.at(-1)?.cursor).toBe('second')
  })

  it('says when it failed, and goes on where it stopped', async () => {
    let isDown = true
    await openNfts(async () => {
      if (isDown) throw new Error('gone')
      return { items: artworks(1), source: 'service' }
    })
    await until(() => find('[role="alert"]')?.innerText.includes('Couldn’t load NFTs'))
    expect(find('[role="alert"]')?.innerText).toContain('Your NFTs are safe. We couldn’t load them just now.')
    expect(find('[role="alert"]')?.innerText).not.toContain('Unknown error')
    isDown = false
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await until(() => shown().length === 1)
  })

  it('keeps what it showed, with its age, where coming back finds nobody who lists them', async () => {
    let isDown = false
    await openNfts(async () => {
      if (isDown) throw new Error('gone')
      return { items: artworks(2), source: 'service' }
    })
    await until(() => shown().length === 2)
    isDown = true
    await userEvent.click(await findTestId('lk-tab-balances.views.tokens'))
    await until(() => shown().length === 0)
    await userEvent.click(await findTestId('lk-tab-balances.views.collectibles'))
    const retry = await findTestId('balances-collectibles-retry')
    expect(shown()).toHaveLength(2)
    expect(document.body.innerText).toMatch(/These NFTs are from \d/)
    isDown = false
    await userEvent.click(retry)
    await until(() => byTestId('balances-collectibles-retry') === null)
    expect(shown()).toHaveLength(2)
  })

  it('is there only where someone can list them', async () => {
    const staged = await openNfts(async () => ({ items: [], source: 'service' }))
    await until(() => document.body.innerText.includes('No NFTs yet'))
    await staged.kernel.get(Networks).switch(two)
    await until(() => byTestId('lk-tab-balances.views.collectibles') === null)
    await until(() => byTestId('balances-row-native') !== null)
  })
})

describe('the account button', () => {
  it('shows the token the host chose, read from the chain', async () => {
    const staged = stage()
    await staged.kernel.dispose()
    staged.data.tokens = () => 12_345_678n
    const kernel = createKernel(
      [
        ...staged.data.plugins,
        balances({ buttonTokens: { [one]: { address: usdc, decimals: 6, symbol: 'USDC' } } }),
      ],
      { id: 'button', storage: memoryStorage(), logLevel: 'silent' },
    )
    mount({ kernel, data: staged.data })
    await kernel.start()
    await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
    await until(() => text('account-balance') === '12.345 USDC')
    await kernel.get(Networks).switch(two)
    await until(() => text('account-balance') === '1 ETH')
  })
})

describe('the hooks', () => {
  it('give a host what the account holds, without the modal', async () => {
    const staged = stage({ answer: () => answerOf(few.slice(0, 2)) })
    mount(staged, <Host />)
    await until(() => text('host').startsWith('disconnected'))
    await staged.kernel.get(Session).connect({ connectorId: 'fake.wallet' })
    await until(() => text('host').startsWith('success 6352.53'))
    expect(text('host')).toContain('false USDC of 2')
    await userEvent.click(await findTestId('host'))
    await until(() => text('host').includes('true USDC of 2'))
    expect(staged.data.asked).toHaveLength(1)
  })
})

describe('the portfolio', () => {
  const staged = () =>
    stage({
      answer: ({ networkId }) =>
        answerOf([
          { ...ether(2n * 10n ** 18n, { price: networkId === one ? '10' : '100' }), networkId },
          ...(networkId === two ? [] : [{ ...token('USDC', 1_000_000n, { price: '1' }), networkId }]),
        ]),
      plugins: [portfolio()],
    })
  const rows = () => rowIds().length

  it('is one list and one total over the networks, by network where one is chosen', async () => {
    const made = staged()
    mount(made)
    await openAccount(made)
    made.kernel.get(Navigation).push(PortfolioRoute)
    await until(() => text('portfolio-total').includes('$442.00') && rows() === 6)
    await userEvent.click(await findTestId(`portfolio-network-${two}`))
    await until(() => rows() === 2)
    expect(text('portfolio-total')).toContain('$442.00')
  })

  it('keeps what somebody sent behind every coin and listed token, where nothing has a price', async () => {
    const made = stage({
      answer: ({ networkId }) =>
        answerOf(
          [
            token('DROP', 10n ** 12n),
            ether(networkId === one ? 0n : 1n),
            token('LISTED', 1n, { isListed: true }),
          ].map((holding) => ({ ...holding, networkId })),
        ),
      plugins: [portfolio()],
    })
    mount(made)
    await openAccount(made)
    await until(() => rowIds().length === 3)
    expect(rowIds().at(-1)).toBe('balances-row-0xDROP')
    made.kernel.get(Navigation).push(PortfolioRoute)
    await until(() => rowIds().filter((id) => id === 'balances-row-0xDROP').length === 4)
    expect(rowIds().slice(-4)).toEqual(Array.from({ length: 4 }, () => 'balances-row-0xDROP'))
    expect(text('portfolio-total')).not.toMatch(/\d/)
  })

  it('leaves out what the person unticked, in the list and the total', async () => {
    const made = staged()
    mount(made)
    await openAccount(made)
    made.kernel.get(Navigation).push(PortfolioRoute)
    await userEvent.click(await findTestId('portfolio-choose'))
    const press = await findTestId(`portfolio-choose-${two}/native`)
    expect([press.textContent, press.getAttribute('aria-label')]).toEqual(['Hide', 'Hide Ether, Optimism'])
    await userEvent.click(press)
    await until(() => text('portfolio-total').includes('$42.00'))
    expect(text(`portfolio-choose-${two}/native`)).toBe('Show')
    await userEvent.click(await findTestId('portfolio-choose'))
    await until(() => rows() === 4)
  })

  it('adds test networks by a switch, which are worth nothing', async () => {
    const made = staged()
    mount(made)
    await openAccount(made)
    made.kernel.get(Navigation).push(PortfolioRoute)
    await until(() => rows() === 6)
    await userEvent.click(await findTestId('portfolio-testnets'))
    await until(() => rows() === 10)
    expect(text('portfolio-total')).toContain('$442.00')
  })
})

it('says how many tokens the total leaves out', async () => {
  const made = stage({
    answer: () => answerOf([ether(10n ** 18n, { price: '5' }), token('AAA', 1n), token('BBB', 1n)]),
  })
  mount(made)
  await openAccount(made)
  await until(() => text('balances-total').includes('$5.00'))
  expect(text('balances-unpriced')).toBe('2 tokens without a price aren’t included')
})

describe('own tokens', () => {
  const facts = async ({ token: address }: { token: string }) => {
    if (address === noToken) throw new BaseError('There is no token here.', { code: 'TOKEN_NOT_FOUND' })
    return { address, symbol: hostile.turned, name: hostile.script, decimals: 18 }
  }

  it('are added once the chain says what they are, and taken back', async () => {
    const staged = stage({ answer: () => answerOf(few), facts, plugins: [ownTokens()] })
    mount(staged)
    await openAccount(staged)
    await userEvent.click(await findTestId('balances-own-tokens'))
    const field = await findTestId('own-tokens-address')
    await userEvent.fill(field, 'no address')
    await until(() => text('own-tokens').includes('This isn’t an address on Ethereum.'))
    await userEvent.fill(field, `${two}:${newToken}`)
    await until(() => text('own-tokens').includes('This is an address on Optimism.'))
    await userEvent.fill(field, noToken)
    await until(() => text('own-tokens').includes('There is no token here.'))
    expect(byTestId('own-tokens-add')).toBeNull()
    // As wallets copy it, with a mark that can't be seen.
    await userEvent.fill(field, `${one}:\u200b${newToken}`)
    await findTestId('own-tokens-found')
    await userEvent.fill(field, noToken)
    await until(() => byTestId('own-tokens-found') === null)
    await userEvent.fill(field, newToken)
    const found = await findTestId('own-tokens-found')
    // What a stranger wrote is text, on one line, in its own direction.
    expect(found.innerText).toContain('<img src=x')
    expect(found.innerText).toContain('DSU Coin')
    for (const sign of ['\u202e', '\u0000', '\u200b']) expect(found.innerText).not.toContain(sign)
    expect(found.querySelector('img')).toBeNull()
    const asked = staged.data.asked.length
    await userEvent.click(await findTestId('own-tokens-add'))
    await userEvent.click(await findTestId(`own-tokens-press-${newToken}`))
    await until(() => byTestId(`own-tokens-${newToken}`) === null)
    expect(staged.kernel.get(OwnTokens).state.tokens).toEqual([])
    // Balances are read again at each change.
    await until(() => staged.data.asked.length > asked)
    expect('hacked' in window).toBe(false)
  })

  it('say at the field why a token isn’t added, until another address is typed', async () => {
    const staged = stage({ answer: () => answerOf(few), facts, plugins: [ownTokens()] })
    mount(staged)
    await openAccount(staged)
    const tokens = Array.from({ length: 200 }, (_, index) => ({
      ...{ networkId: one, holder: alice, symbol: 'T', decimals: 6 },
      address: `0x${String(index).padStart(40, '0')}`,
    }))
    Object.assign(staged.kernel.get(OwnTokens).state, { tokens })
    await userEvent.click(await findTestId('balances-own-tokens'))
    const field = await findTestId('own-tokens-address')
    await userEvent.fill(field, newToken)
    await userEvent.click(await findTestId('own-tokens-add'))
    const full = 'You’ve added 200 tokens, the most for one account. Remove one first.'
    await until(() => text('own-tokens').includes(full))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await userEvent.fill(field, noToken)
    await until(() => text('own-tokens').includes('There is no token here.'))
    expect(text('own-tokens')).not.toContain(full)
  })

  it('are hidden and shown with a press', async () => {
    const staged = stage({ answer: () => answerOf(few), plugins: [ownTokens()] })
    mount(staged)
    await openAccount(staged)
    await userEvent.click(await findTestId('balances-own-tokens'))
    await userEvent.click(await findTestId('own-tokens-press-0xCLAIM'))
    await until(() => staged.kernel.get(OwnTokens).state.tokens[0]?.isHidden)
    const rows = () => [...document.querySelectorAll('[aria-label^="Show "]')]
    await until(() => rows().length === 1)
    await userEvent.click(rows()[0] as HTMLElement)
    await until(() => staged.kernel.get(OwnTokens).state.tokens.length === 0)
    expect(byTestId('own-tokens-address')).toBeNull()
  })

  it('have no row where the host does not list them', async () => {
    const staged = stage({ answer: () => answerOf(few) })
    mount(staged)
    await openAccount(staged)
    await findTestId('balances-row-native')
    expect(byTestId('balances-own-tokens')).toBeNull()
  })
})
