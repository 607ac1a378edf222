import { AccountRoute, ConnectRoute, Navigation, Networks, Session } from '@latchkey/kernel/wallet'
import { definePlugin, Feature, View } from '@latchkey/kernel/plugin'
import { cdp, page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountButton } from '../buttons/AccountButton.js'
import { NetworkButton } from '../buttons/NetworkButton.js'
import { Button } from '../components/Button.js'
import { Tabs } from '../components/Tabs.js'
import { WalletIcon } from '../components/WalletIcon.js'
import { AccountTabs } from '../slots.js'
import { view } from '../view.js'
import { alice, fakeChain, fakeWallet, type FakeWalletOptions, manyNetworks } from '../../test/fakeWallets.js'
import { mount, mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, until } from '../../test/page.js'
import { ThemeRoot } from './ThemeRoot.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const longPanel = definePlugin({
  id: 'test.long',
  kernel: '^1.0.0',
  setup(context) {
    const Panel = () => (
      <ul>
        {Array.from({ length: 60 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <li key={index}>Token</li>
        ))}
      </ul>
    )
    context.add(
      View,
      view(AccountTabs, { id: 'test.long', label: 'Tokens', load: async () => ({ default: Panel }) }),
    )
    context.add(Feature, { id: 'test.send', label: 'Send', open() {} })
  },
})

async function connected(options: Partial<FakeWalletOptions> = {}, children = <AccountButton />) {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a', options)] }), longPanel])
  mountShell(kernel, children)
  await until(() => kernel.get(Navigation).draws('Account'))
  await kernel.get(Session).connect({ connectorId: 'a' })
  return kernel
}

/** Whether a point in the middle of an element shows that element. */
function isSeen(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.contains(hit)
}

describe('the account', () => {
  it.each([
    [1280, 800],
    [360, 740],
  ])(
    'shows all that matters without scrolling at %i by %i, however long its lists are',
    async (width, height) => {
      await page.viewport(width, height)
      const kernel = await connected()
      kernel.get(Navigation).open(AccountRoute)
      await findTestId('wallet-features-send-button')
      await until(() => document.body.textContent?.includes('TokenToken'))
      const body = await until(() => document.querySelector('.lk-modal-body[data-scrolls]'))
      await until(() => body.scrollHeight > body.clientHeight)
      await until(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const ids = [
        'lk-copy-address',
        'wallet-features-send-button',
        'lk-network-row',
        'lk-wallets-row',
        'disconnect-button',
      ]
      expect(ids.filter((id) => !isSeen(byTestId(id)!))).toEqual([])
    },
  )

  it('warns of a network the app does not have, offers the way out, and nothing that would happen there', async () => {
    const kernel = await connected({ networkId: 'eip155:999999' }, <NetworkButton />)
    const button = await findTestId('lk-network-button')
    const probe = document.createElement('i')
    button.append(probe)
    probe.style.color = 'var(--lk-color-warning)'
    await until(() => getComputedStyle(button).color === getComputedStyle(probe).color)
    kernel.get(Navigation).open(AccountRoute)
    const send = (await findTestId('wallet-features-send-button')) as HTMLButtonElement
    expect(send.disabled).toBe(true)
    await clickTestId('lk-leave-network')
    await until(() => kernel.get(Networks).active('eip155')?.network?.id === manyNetworks[0]?.id)
  })
})

describe('the account button', () => {
  it.each([
    [360, true],
    [190, false],
  ])('in a place %i px wide keeps its address whole; the balance is seen: %s', async (width, hasBalance) => {
    await connected(
      {},
      <div style={{ inlineSize: `${width}px` }} data-testid="place">
        <AccountButton />
      </div>,
    )
    const balance = await findTestId('account-balance')
    const button = await findTestId('account-button')
    const address = button.querySelector('.lk-address-short')!
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(
      byTestId('place')!.getBoundingClientRect().right,
    )
    expect(address.getBoundingClientRect().right).toBeLessThan(button.getBoundingClientRect().right - 8)
    expect(isSeen(address)).toBe(true)
    expect(isSeen(balance)).toBe(hasBalance)
  })
})

describe('the frame', () => {
  it('keeps its corners from cutting what is in them, however round the host wants them', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, null, { themeVariables: { borderRadiusMaster: '12px' } })
    await until(() => kernel.get(Navigation).draws('Connect'))
    kernel.get(Navigation).open(AccountRoute)
    const card = await findTestId('lk-modal-card')
    expect(Number.parseFloat(getComputedStyle(card).borderTopLeftRadius)).toBeLessThanOrEqual(28)
  })

  it('fades the old title out in all its length', async () => {
    const kernel = await connected()
    kernel.get(Navigation).open(AccountRoute)
    const title = await until(() => dialog()?.querySelector('.lk-modal-title-text'))
    const room = Number.parseFloat(getComputedStyle(title, '::before').width)
    expect(room).toBeGreaterThan(title.getBoundingClientRect().width + 200)
    expect(getComputedStyle(title).overflowX).toBe('clip')
    expect(getComputedStyle(title, '::before').pointerEvents).toBe('none')
  })

  it('writes addresses without the ligatures that turn an x into a multiplication sign', async () => {
    const kernel = await connected()
    kernel.get(Navigation).open(AccountRoute)
    await findTestId('lk-copy-address')
    const drawn = [...document.querySelectorAll('[data-latchkey] *')].filter((element) =>
      element.textContent?.includes(alice.slice(0, 6)),
    )
    expect(drawn.length).toBeGreaterThan(3)
    expect(new Set(drawn.map((element) => getComputedStyle(element).fontVariantLigatures))).toEqual(
      new Set(['no-contextual']),
    )
  })

  it('moves the focus by arrows between a search and the rows it finds', async () => {
    const wallets = Array.from({ length: 12 }, (_, index) =>
      fakeWallet(`w${index}`, { name: `Wallet ${index}` }),
    )
    const kernel = testKernel([fakeChain({ wallets })])
    mountShell(kernel)
    await until(() => kernel.get(Navigation).draws('Connect'))
    kernel.get(Navigation).open(ConnectRoute)
    const search = await findTestId('lk-wallet-search')
    await until(() => document.activeElement === search)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Wallet 1')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(search)
  })
})

describe('a primary button', () => {
  const luminance = (color: string) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  it.each([
    ['dark', '#111827'],
    ['light', '#fafafa'],
  ] as const)('has an edge on the %s ground with the accent %s', async (mode, accent) => {
    mount(
      <ThemeRoot mode={mode} box="block" variables={{ accent }}>
        <Button data-testid="primary">Send</Button>
      </ThemeRoot>,
    )
    const button = await findTestId('primary')
    const [edge, ground] = [
      getComputedStyle(button).borderTopColor,
      getComputedStyle(button.closest('[data-latchkey]')!).backgroundColor,
    ].map(luminance) as [number, number]
    const ratio = (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05)
    expect(ratio).toBeGreaterThanOrEqual(3)
  })
})

describe('forced colours', () => {
  const force = (value: string) =>
    (cdp() as unknown as { send(method: string, params: object): Promise<void> }).send(
      'Emulation.setEmulatedMedia',
      {
        features: [{ name: 'forced-colors', value }],
      },
    )
  afterEach(() => force('none'))

  it('keep pictures, and show which tab is chosen by its ground', async () => {
    await force('active')
    mount(
      <ThemeRoot mode="light" box="block">
        <WalletIcon name="River" />
        <Tabs
          label="Panels"
          value="a"
          onChange={() => {}}
          tabs={[
            { id: 'a', label: 'Tokens', content: null, testId: 'chosen' },
            { id: 'b', label: 'Activity', content: null, testId: 'other' },
          ]}
        />
      </ThemeRoot>,
    )
    const ground = (element: Element) => getComputedStyle(element).backgroundColor
    expect(ground(await findTestId('chosen'))).not.toBe(ground(await findTestId('other')))
    expect(getComputedStyle(document.querySelector('.lk-picture')!).backgroundImage).toContain('gradient')
  })
})
