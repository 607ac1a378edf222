import { Navigation } from '@latchkey/kernel/wallet'
import '@latchkey/ui-react/styles.css'
import {
  type AddressName,
  AddressNames,
  capability,
  History,
  type HistoryRequest,
  Send,
} from '@latchkey/kernel/contracts'
import { BaseError, definePlugin, Feature, UserRejectedError } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { proxy } from 'valtio/vanilla'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Bench, fill, makeBench, manyTokens, openForm, scenarios, until } from '../../test/scenarios.js'
import { bob, coin, ether, mallory, type SendBenchOptions, usdToken } from '../../test/sendBench.js'
import { Sender } from '../index.js'
import { send, useSend } from './index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const byId = (id: string) => find(`[data-testid="${CSS.escape(id)}"]`)
const text = () => find('dialog')?.innerText ?? ''
const boxText = (id: string) =>
  byId(id)
    ?.closest('label')
    ?.textContent?.replace(/[\u2066\u2069]/g, '') ?? ''
const viewOf = () => find('[data-view]')?.dataset['view']

interface Mounted extends Bench {
  readonly root: Root
}

function mount(
  options: SendBenchOptions = {},
  theme: 'dark' | 'light' = 'dark',
  children = <ConnectButton />,
) {
  const bench = makeBench(options)
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={bench.kernel} theme={theme}>
        {children}
      </KernelProvider>
    </StrictMode>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await bench.kernel.dispose()
  }
  return { ...bench, root } satisfies Mounted
}

async function opened(options: SendBenchOptions = {}) {
  const bench = mount(options)
  await until(() => find('button'))
  const controller = await openForm(bench)
  await until(() => byId('send-form'))
  return { ...bench, controller, state: bench.kernel.get(Sender).state }
}

/** Types as a person does, one event per letter. */
function type(id: string, value: string): void {
  const input = byId(id) as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  input.focus()
  set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await until(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' ||
          animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'shows %s, and axe has nothing to say',
    async (_, scenario) => {
      const bench = mount(scenario.options, theme)
      await until(() => find('button'))
      await scenario.act(bench, await openForm(bench))
      await until(() => viewOf() === scenario.view)
      await settled()
      const { violations } = await axe.run(find('dialog') ?? document.body, {
        resultTypes: ['violations'],
        rules: { region: { enabled: false } },
      })
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`,
        ),
      ).toEqual([])
    },
  )
})

describe('the form', () => {
  it('says on its button what is missing, in the words of the specification', async () => {
    const { controller } = await opened()
    const says = (words: string) => until(() => byId('send-preview')?.innerText.trim() === words)
    // The coin of the network is what most people send.
    await says('Add Amount')
    expect(byId('send-token')?.innerText).toContain('ETH')
    byId('send-token')?.click()
    await until(() => byId(`send-token-${usdToken}`))
    byId(`send-token-${usdToken}`)?.click()
    await says('Add Amount')
    type('send-amount', '250.000001')
    await says('Insufficient Funds')
    type('send-amount', '0')
    await says('Incorrect Value')
    type('send-amount', '250')
    await says('Add Address')
    type('send-receiver', '0x12')
    await says('Invalid Address')
    type('send-receiver', bob)
    await says('Preview Send')
    expect(byId('send-preview')?.getAttribute('aria-disabled')).toBeNull()
    controller.setAmount('')
    await says('Add Amount')
    expect(byId('send-preview')?.getAttribute('aria-disabled')).toBe('true')
  })

  it('says what is wrong under each field, once it was left or the button was pressed', async () => {
    await opened()
    await until(() => byId('send-preview')?.innerText.trim() === 'Add Amount')
    const wrong = () =>
      [...document.querySelectorAll<HTMLElement>('.lk-field-error')].flatMap(
        (each) => each.innerText.trim() || [],
      )
    expect(wrong()).toEqual([])
    byId('send-preview')?.click()
    await until(() => wrong().join() === 'Enter an amount above zero.,Enter who to send it to.')
    expect(document.activeElement).toBe(byId('send-amount'))
    expect(byId('send-amount')?.getAttribute('aria-invalid')).toBe('true')
    type('send-amount', '99999')
    await until(() => /^You have [\d.,]+ ETH\.$/.test(wrong()[0] ?? ''))
    type('send-amount', '0.5')
    type('send-receiver', '0x12')
    await until(() => wrong().join() === 'This isn’t an address on Ethereum.')
    expect(byId('send-receiver')?.getAttribute('aria-invalid')).toBe('true')
    type('send-receiver', bob)
    await until(() => wrong().length === 0)
  })

  it('keeps what it leads to in sight, however much there is to read before it', async () => {
    const { controller, chain } = await opened()
    fill(controller)
    await controller.preview()
    const button = await until(() => byId('send-confirm'))
    const bar = button.closest('.lk-action-bar')
    expect(bar && getComputedStyle(bar).position).toBe('sticky')
    expect(byId('send-cancel')?.closest('.lk-action-bar')).toBe(bar)
    // The answer of the wallet is seen without scrolling, too.
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer({ reject: new UserRejectedError() })
    await until(() => find('.lk-action-bar')?.textContent?.includes('You declined in the wallet.'))
  })

  it('takes a comma as the decimal mark, and keeps the caret', async () => {
    const { controller, state } = await opened()
    fill(controller, '')
    type('send-amount', '1,5')
    await until(() => state.draft.amountText === '1.5')
    const input = byId('send-amount') as HTMLInputElement
    input.setSelectionRange(1, 1)
    input.setRangeText('2', 1, 1, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await until(() => state.draft.amountText === '12.5')
    expect(input.selectionStart).toBe(2)
  })

  it('fills in all there is, and says what it is worth', async () => {
    const { controller, chain, state } = await opened()
    fill(controller, '')
    await until(() => find('.lk-amount-field .lk-button[aria-label^="Max"]'))
    find('.lk-amount-field .lk-button[aria-label^="Max"]')?.click()
    await until(() => state.draft.exactAmount === chain.maximum)
    await until(() => byId('send-mode')?.innerText.includes('$3,999.95'))
  })

  it('pastes a receiver, and says when the browser does not let it', async () => {
    const { state } = await opened()
    const read = vi.spyOn(navigator.clipboard, 'readText').mockRejectedValueOnce(new Error('no'))
    byId('send-paste')?.click()
    await until(() => text().includes('Couldn’t paste'))
    read.mockResolvedValueOnce(` ${bob}\n`)
    byId('send-paste')?.click()
    await until(() => state.receiver.status === 'resolved')
    expect((byId('send-receiver') as HTMLInputElement).value).toBe(bob)
    read.mockRestore()
  })

  it('looks a name up with a spinner, and shows the address beside it', async () => {
    await opened({ names: { 'nora.eth': bob } })
    type('send-receiver', 'nora.eth')
    await until(() => byId('send-resolving'))
    await until(() => byId('send-resolved')?.innerText.includes('0xfB69'))
    expect(find('[data-testid="send-resolved"] .lk-address')?.title).toBe(bob)
  })

  it.each([
    [
      new BaseError('The registries of this name don’t agree.', { code: 'NAME_MOVING' }),
      'The registries of this name don’t agree.',
    ],
    [
      new BaseError('No node answered.', { code: 'RPC_UNREACHABLE' }),
      'Couldn’t look up the name. Try again, or enter an address.',
    ],
    [new Error('<b>Send it to me.</b>'), 'Couldn’t look up the name. Try again, or enter an address.'],
  ])('says why it shows no address for a name: %s', async (refusal, sentence) => {
    await opened({ refusedNames: { 'nora.sol': refusal } })
    type('send-receiver', 'nora.sol')
    await until(() => text().includes(sentence))
    expect(text()).not.toContain('Send it to me')
    expect(byId('send-resolved')).toBeNull()
    expect(byId('send-preview')?.getAttribute('aria-disabled')).toBe('true')
  })

  it('offers to buy what is missing, where somebody sells it', async () => {
    const open = vi.fn()
    const { controller, kernel } = await opened({
      plugins: [
        ...(await import('./index.js')).send(),
        (await import('@latchkey/kernel/plugin')).definePlugin({
          id: 'test',
          kernel: '^1.0.0',
          setup: (context) => void context.add(Feature, { id: 'test.onramp', label: 'Buy', open }),
        }),
      ],
    })
    fill(controller, '99')
    await until(() => byId('send-buy'))
    byId('send-buy')?.click()
    expect(open).toHaveBeenCalledOnce()
    expect(kernel.list(Feature).find(({ id }) => id === 'send')?.needs).toBe(Send)
  })

  it('leads to other networks where the chain cannot send', async () => {
    const bench = mount({ send: false })
    await until(() => find('button'))
    await bench.connect()
    const { SendRoute } = await import('../index.js')
    bench.navigation.open(SendRoute)
    await until(() => viewOf() === 'UnsupportedChain')
  })
})

describe('the choice of a token', () => {
  async function chosen() {
    const bench = await opened({ holdings: manyTokens })
    byId('send-token')?.click()
    await until(() => byId('send-token-native'))
    return bench
  }

  it('draws only what is seen of thousands', async () => {
    await chosen()
    const rows = () => document.querySelectorAll('[data-testid^="send-token-"].lk-row').length
    expect(rows()).toBeGreaterThan(2)
    expect(rows()).toBeLessThan(60)
  })

  it('finds by name, symbol and address within the chain, and says when nothing is found', async () => {
    await chosen()
    const shown = () => [...document.querySelectorAll('.lk-row .lk-row-name')].map((row) => row.textContent)
    type('send-token-search', 'token 1999')
    await until(() => shown().length === 1)
    expect(shown()).toEqual(['Example token 1999'])
    type('send-token-search', 'ex42')
    await until(() => shown().includes('Example token 42'))
    type('send-token-search', usdToken.toLowerCase())
    await until(() => shown().join() === 'USD Coin')
    type('send-token-search', 'nothing like this')
    await until(() => text().includes('No token found'))
  })

  it('shows hostile names as text, without what turns the writing', async () => {
    await chosen()
    type('send-token-search', 'onerror')
    await until(() => text().includes('<img src=x onerror=alert(1)>RESU'))
    expect(find('dialog img[src="x"]')).toBeNull()
    expect(find('dialog .lk-row b')).toBeNull()
    expect(text()).not.toContain('\u202e')
    byId(`send-token-0x${'e'.repeat(40)}`)?.click()
    await until(() => byId('send-form'))
    expect(byId('send-token')?.getAttribute('aria-label')).toBe('DSU<b>, change token')
  })
})

describe('the preview', () => {
  it('shows every character of the receiver, the fee, and what will change', async () => {
    const { controller } = await opened()
    fill(controller)
    await until(() => byId('send-preview')?.getAttribute('aria-disabled') === null)
    byId('send-preview')?.click()
    await until(() => byId('send-preview-view'))
    const groups = [...document.querySelectorAll('[data-testid="send-to"] .lk-address-group')]
    expect(groups.map((group) => group.textContent).join('')).toBe(bob)
    expect(byId('send-fee')?.innerText).toContain('0.000021')
    expect(byId('send-fee')?.innerText).toContain('$0.04')
    expect(byId('send-changes')?.innerText).toMatch(/Your account\s+−0.5/)
    expect(byId('send-changes')?.innerText).toMatch(/Recipient\s+\+0.5/)
    expect(byId('send-confirm')?.innerText.replace('\u00a0', ' ')).toBe('Send 0.5 ETH')
  })

  it('says which service told where a name leads', async () => {
    const { controller, state } = await opened({ names: { 'nora.eth': bob }, nameHost: 'data.example' })
    fill(controller, '0.5', 'nora.eth')
    await until(() => state.receiver.status === 'resolved')
    await controller.preview()
    await until(() => byId('send-preview-view'))
    expect(byId('send-name-origin')?.innerText).toBe('data.example says where this name leads.')
  })

  it('keeps the address beside a name that wants to be one', async () => {
    const name = `${mallory}.eth`
    const { controller, state } = await opened({ names: { [name]: bob } })
    fill(controller, '0.5', name)
    await until(() => state.receiver.status === 'resolved')
    await controller.preview()
    await until(() => byId('send-preview-view'))
    expect(byId('send-to')?.innerText).toContain(`${mallory}.eth`)
    const groups = [...document.querySelectorAll('[data-testid="send-to"] .lk-address-group')]
    expect(groups.map((group) => group.textContent).join('')).toBe(bob)
  })

  it('asks the wallet once, on a double press under StrictMode', async () => {
    const { controller, chain, kernel } = await opened()
    fill(controller)
    await controller.preview()
    await until(() => byId('send-confirm'))
    byId('send-confirm')?.click()
    byId('send-confirm')?.click()
    await until(() => byId('send-asking'))
    expect(chain.submits).toHaveLength(1)
    expect(text()).toContain('Confirm in Metal Wallet')
    chain.answer('approve')
    await until(() => byId('send-pending'))
    expect(find('[data-testid="send-explorer"]')?.getAttribute('href')).toMatch(
      /^https:\/\/explorer\.example\/tx\//,
    )
    chain.decide('confirmed')
    await until(() => byId('send-confirmed'))
    byId('send-done')?.click()
    await until(() => viewOf() === 'Account')
    expect(kernel.get(Sender).state.draft.amountText).toBe('')
  })

  it('confirms what was on screen when the finger went down, and nothing that came after it', async () => {
    const { controller, chain, state } = await opened()
    fill(controller)
    await controller.preview()
    const button = await until(() => byId('send-confirm'))
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    chain.fee *= 50_000n
    controller.setFeeLevel('fast')
    await until(() => state.preview?.fee.value === chain.fee && !state.isRefreshing)
    await until(() => byId('send-fee')?.innerText.includes('1.05'))
    byId('send-confirm')?.click()
    await until(() => text().includes('The network fee went up. Please review again.'))
    await settled()
    expect(chain.submits).toEqual([])
    byId('send-confirm')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    byId('send-confirm')?.click()
    await until(() => chain.submits.length === 1)
  })

  it('is told as changed on its button while nobody has looked at the change', async () => {
    const { controller, chain, kernel } = await opened()
    fill(controller)
    await controller.preview()
    await until(() => byId('send-confirm'))
    const state = kernel.get(Sender).state as { isUnread: boolean }
    state.isUnread = true
    await until(() => byId('send-confirm')?.innerText === 'I’ve checked the change')
    expect(chain.submits).toEqual([])
  })

  it('names the sum on the button that goes on at a fee that no transfer is worth', async () => {
    const { controller, chain } = await opened()
    chain.refuse = new FeeUnreasonableError({ value: 8n * ether, decimals: 18, symbol: 'ETH' })
    fill(controller)
    await until(() => byId('send-preview')?.getAttribute('aria-disabled') === null)
    byId('send-preview')?.click()
    const accept = await until(() => byId('send-accept-fee'))
    expect(accept.innerText.replace('\u00a0', ' ')).toBe('Pay a fee of up to 10 ETH')
    expect(text().replace('\u00a0', ' ')).toContain('8 ETH')
    accept.click()
    await until(() => byId('send-preview-view'))
    expect(chain.prepared.at(-1)?.highestFee).toBe(10n * ether)
  })

  it.each([
    [[], 'Max network fee'],
    [
      [{ code: 'FEE_SET_BY_WALLET', message: 'The wallet may set another fee.', severity: 'info' }],
      'Estimated network fee',
    ],
  ] as const)('calls the fee by what it is with the notices %o', async (notices, label) => {
    const { controller, chain } = await opened()
    chain.notices = notices
    fill(controller)
    await controller.preview()
    await until(() => byId('send-fee'))
    expect(text()).toContain(label)
    expect(text().match(/Max network fee|Estimated network fee/g)).toHaveLength(1)
  })

  it('tells what the network will take, and the set-up in it, apart from the most', async () => {
    const { controller, chain } = await opened()
    chain.fee = 3n * 10n ** 15n
    chain.forecast = { likelyFee: coin(10n ** 15n), setUpFee: coin(6n * 10n ** 14n) }
    fill(controller)
    await controller.preview()
    const told = async (id: string) => (await until(() => byId(id))).innerText.replace(/\s+/g, ' ')
    expect(await told('send-fee-likely')).toMatch(/^Network fee 0\.001 ETH \$2\.00/)
    expect(await told('send-fee-set-up')).toMatch(/^One-time setup, included 0\.0006 ETH/)
    expect(await told('send-fee')).toMatch(/^Max network fee 0\.003 ETH/)
  })

  it('says who pays where it isn’t the account', async () => {
    const { controller, chain } = await opened()
    chain.fee = 0n
    chain.forecast = { feePayer: 'executor' }
    fill(controller)
    await controller.preview()
    const fee = await until(() => byId('send-fee'))
    expect(fee.innerText.replace(/\s+/g, ' ')).toBe('Network fee Paid by the owner who executes it')
    expect(document.querySelector('[data-testid^="send-speed-"]')).toBeNull()
    expect(byId('send-confirm')?.innerText).toMatch(/^Propose to send \S*0\.5\s/)
  })

  it.each([64, 65, 255])('shows a name of %i characters to its end, which owns it', async (length) => {
    const end = '.attacker.id'
    const name = `vitalik.eth.${'a'.repeat(length - 12 - end.length)}${end}`
    const { controller, state } = await opened({ names: { [name]: bob } })
    fill(controller, '0.5', name)
    await until(() => state.receiver.status === 'resolved')
    await controller.preview()
    await until(() => byId('send-preview-view'))
    expect(name).toHaveLength(length)
    expect(byId('send-to')?.textContent).toContain(name)
  })

  it.each([
    ['failed', 'It paid somebody else.', 'different', 'Something else was sent', 'It paid somebody else.'],
    [
      'confirmed',
      'Your smart account acted.',
      'unknown',
      'A transaction was made',
      'Your smart account acted.',
    ],
    ['failed', 'The contract refused.', undefined, 'ETH wasn’t sent', 'The contract refused.'],
  ] as const)('ends as %s with the sentence %s', async (status, reason, outcome, title, words) => {
    const { controller, chain } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer('approve')
    await until(() => byId('send-pending'))
    chain.decide(status, reason, outcome)
    await until(() => text().includes(title))
    expect(text()).toContain(words)
    expect(text()).not.toContain('Sent to 0x')
  })

  it('says that it may have been sent after a wallet answered no transaction', async () => {
    const { controller, chain } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer({ reject: new Error('Internal error') })
    await until(() => text().includes('ETH may have been sent'))
    expect(text()).toContain('We couldn’t confirm this. Check your activity in Metal Wallet')
    expect(text()).not.toMatch(/try again|was not sent/i)
    expect(find('[data-testid="send-explorer"]')?.getAttribute('href')).toMatch(/\/address\//)
    expect(byId('send-confirm')).toBeNull()
  })

  it('invites nobody to pay again while the chain has not told what became of it', async () => {
    const { controller, chain } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer('approve')
    await until(() => byId('send-pending'))
    chain.lose(new BaseError('No endpoint answers. Try again.', { code: 'NETWORK_UNREACHABLE' }))
    await until(() => text().includes('Still pending'))
    expect(byId('send-of-amount')?.innerText).toMatch(/^Amount\s+\S*0\.5/)
    expect(text()).toContain('Check the explorer before sending again.')
    expect(text()).not.toMatch(/try again/i)
  })

  it('wants the person’s word for an address that is dressed up', async () => {
    const { controller, chain, kernel } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer('approve')
    await until(() => byId('send-pending'))
    controller.reset()
    await kernel.get(Sender).open()
    await controller.loadBalances()
    fill(controller, '0.5', mallory)
    await until(() => byId('send-warning-ADDRESS_LOOKALIKE'))
    await controller.preview()
    const button = await until(() => byId('send-confirm') as HTMLButtonElement | null)
    expect(button.disabled).toBe(true)
    expect(boxText('send-compared')).toBe('I accept sending 0.5\u00a0ETH to an address I haven’t used before')
    // The whole of both, under each other, and a line under what differs.
    const lines = [...document.querySelectorAll('[data-testid="send-twin"] .lk-address')]
    const characters = (line: Element) =>
      [...line.querySelectorAll('.lk-address-group')].map((one) => one.textContent)
    expect(lines.map((line) => characters(line).join(''))).toEqual([mallory, bob])
    const marked = lines.map((line) => [...line.querySelectorAll('u')].map((one) => one.textContent).join(''))
    expect(marked[0]).toBe(
      [...mallory].filter((one, place) => one.toLowerCase() !== bob[place]?.toLowerCase()).join(''),
    )
    expect(marked[1]).toHaveLength(marked[0]?.length ?? 0)
    expect(getComputedStyle(find('[data-testid="send-twin"] u')!).textDecorationLine).toBe('underline')
    byId('send-compared')?.click()
    await until(() => !button.disabled)
    // Another sum is another loss: the tick is gone.
    controller.setAmount('0.75')
    await controller.preview()
    await until(() => boxText('send-compared').includes('0.75'))
    await until(() => (byId('send-confirm') as HTMLButtonElement).disabled)
    expect((byId('send-compared') as HTMLInputElement).checked).toBe(false)
  })

  it('wants the person’s word, by the sum, for an address where it is lost', async () => {
    const { controller, chain, kernel } = await opened()
    const notice = {
      code: 'RECEIVER_UNOWNED',
      message: 'It is lost.',
      severity: 'warning',
      isLoss: true,
    } as const
    chain.notices = [notice]
    fill(controller)
    await controller.preview()
    const button = await until(() => byId('send-confirm') as HTMLButtonElement | null)
    expect(button.disabled).toBe(true)
    expect(boxText('send-lost')).toBe('I accept losing 0.5\u00a0ETH')
    byId('send-lost')?.click()
    await until(() => !button.disabled)
    button.click()
    await until(() => chain.submits.length === 1)
    // Whoever comes back while the wallet is asked is led to the same request, and has nothing left to accept.
    kernel.get(Navigation).back()
    const again = await until(() => byId('send-confirm') as HTMLButtonElement | null)
    expect(byId('send-lost')).toBeNull()
    expect(again.disabled).toBe(false)
  })

  it('asks whether the user has looked before the same receiver is paid once more', async () => {
    const { controller, chain, kernel } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer({ reject: new Error('Internal error') })
    await until(() => text().includes('ETH may have been sent'))
    controller.reset()
    await kernel.get(Sender).open()
    await controller.loadBalances()
    await until(() => byId('send-warning-SEND_UNANSWERED'))
    fill(controller, '0.25')
    const warning = await until(() => byId('send-warning-SEND_MAY_REPEAT'))
    expect(warning.textContent).toMatch(
      /^Your wallet was asked to send 0\.5\sETH to this address \(\w+day .+\) and didn’t say/,
    )
    await controller.preview()
    const button = await until(() => byId('send-confirm') as HTMLButtonElement | null)
    expect(button.disabled).toBe(true)
    byId('send-looked-up')?.click()
    await until(() => !button.disabled)
    expect(byId('send-compared')).toBeNull()
  })

  const namesOf = (entries: readonly AddressName[], asked: unknown[] = []) =>
    definePlugin({
      id: 'test.names',
      kernel: '^1.0.0',
      provides: [AddressNames],
      setup: (context) =>
        context.provide(AddressNames, () => ({
          state: proxy({ entries }),
          edit: (who) => void asked.push(who),
        })),
    })
  const bobby: AddressName = { namespace: 'eip155', address: bob.toLowerCase(), name: 'Bobby' }

  it('offers the addresses that the person named, finds them by name, and shows both name and address', async () => {
    const others = [1, 2, 3, 4, 5, 6].map((index) => ({
      ...bobby,
      address: `0x${`${index}`.repeat(40)}`,
      name: `Aunt ${index}`,
    }))
    const { controller, chain } = await opened({ plugins: [send(), namesOf([...others, bobby])] })
    const saved = () => document.querySelectorAll<HTMLElement>('[data-testid="send-saved"]')
    await until(() => saved().length === 5)
    type('send-receiver', 'bob')
    await until(() => saved().length === 1 && saved()[0]?.innerText.includes('Bobby'))
    saved()[0]?.click()
    await until(() => byId('send-named')?.innerText.includes('Bobby'))
    // A name says nothing of whether anything was sent there.
    expect(byId('send-warning-FIRST_TIME_RECEIVER')).not.toBeNull()
    fill(controller)
    await controller.preview()
    await until(() => byId('send-preview-view'))
    expect(byId('send-to')?.innerText).toContain('Bobby')
    const groups = [...document.querySelectorAll('[data-testid="send-to"] .lk-address-group')]
    expect(groups.map((group) => group.textContent).join('')).toBe(bob)
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    await until(() => byId('send-asking'))
    expect(text().replace(/[\u2066\u2069]/g, '')).toContain('to Bobby (0xfB69…d359) before you approve.')
    chain.answer('approve')
    await until(() => byId('send-pending'))
    chain.decide('confirmed')
    await until(() => byId('send-confirmed'))
    expect(byId('send-sent-to')?.innerText).toContain('Bobby')
    expect(byId('send-save-address')).toBeNull()
  })

  it('wants the person’s word for an address that is dressed up as one with a name', async () => {
    const { controller } = await opened({ plugins: [send(), namesOf([bobby])] })
    fill(controller, '0.5', mallory)
    await until(() => byId('send-warning-NAMED_ADDRESS_LOOKALIKE')?.innerText.includes('you call Bobby'))
    await controller.preview()
    const button = await until(() => byId('send-confirm') as HTMLButtonElement | null)
    expect(button.disabled).toBe(true)
  })

  it('leads to naming whom it was sent to', async () => {
    const asked: unknown[] = []
    const { controller, chain } = await opened({ plugins: [send(), namesOf([], asked)] })
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer('approve')
    await until(() => byId('send-pending'))
    chain.decide('confirmed')
    const save = await until(() => byId('send-save-address'))
    // Beside whom it's about: the ways on are one button that leads away, and one that sends more.
    expect(byId('send-sent-to')?.contains(save)).toBe(true)
    expect(byId('send-paid-fee')?.innerText).toMatch(/^Max network fee\s+\S*0\.0\d+/)
    expect(byId('send-at-network')?.innerText).toMatch(/^Network\s+\S/)
    expect(byId('send-at-time')?.innerText).toMatch(/^Time\s+\d/)
    expect(find('[data-testid="send-explorer"]')?.textContent).toMatch(/^0x\w{4}…\w{4}$|^\w+$/)
    expect(
      [...document.querySelectorAll('.lk-waiting-actions > button')].map(({ textContent }) => textContent),
    ).toEqual(['Done', 'Send another'])
    save.click()
    expect(asked).toEqual([{ namespace: 'eip155', address: bob }])
  })

  it('says the limit of the fee until the network has decided, and then what it took', async () => {
    const asked: HistoryRequest[] = []
    const history = capability(History, {
      async read(request) {
        asked.push(request)
        const { networkId } = request
        const sent = { networkId, operation: 'send', status: 'confirmed', transfers: [] } as const
        const fee = { value: 17n * 10n ** 12n, decimals: 18, symbol: 'ETH' }
        const id = `0x${'1'.padStart(64, '0')}`
        const other = { ...sent, id: '0xother', fee: { ...fee, value: 1n } }
        return { transactions: [other, { ...sent, id, fee, minedAt: Date.UTC(2020, 1, 3, 12) }] }
      },
    })
    const { controller, chain, state } = await opened({ capabilities: [history] })
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => chain.submits.length === 1)
    chain.answer('approve')
    await until(() => byId('send-pending'))
    expect(byId('send-paid-fee')?.innerText).toMatch(/^Max network fee\s+0\.000021/)
    expect(asked).toEqual([])
    chain.decide('confirmed')
    await until(() => byId('send-paid-fee')?.innerText.includes('0.000017'))
    expect(byId('send-paid-fee')?.innerText).toMatch(/^Network fee\s+0\.000017/)
    expect(byId('send-at-time')?.innerText).toContain('2020')
    expect(asked).toMatchObject([{ address: state.target?.address, fresh: true }])
  })

  it('stops waiting only when told what that means', async () => {
    const { controller, chain, state } = await opened()
    fill(controller)
    await controller.preview()
    void controller.confirm()
    await until(() => byId('send-asking'))
    byId('send-no-answer')?.click()
    await until(() => text().includes('it will still happen'))
    byId('send-stop')?.click()
    await until(() => byId('send-form'))
    expect(state.phase).toBe('editing')
    expect(chain.submits).toHaveLength(1)
  })
})

function Host() {
  const { openSend, phase, transaction } = useSend()
  return (
    <>
      <button
        type="button"
        data-testid="host-open"
        onClick={() => void openSend({ token: usdToken, amount: '3.5', to: bob, networkId: 'eip155:1' })}
      >
        Pay
      </button>
      <output data-testid="host-phase">{`${phase} ${transaction?.id ?? ''}`}</output>
    </>
  )
}

describe('useSend', () => {
  it('opens the form with what the host gives, and follows it', async () => {
    const bench = mount({}, 'dark', <Host />)
    await until(() => byId('host-open'))
    await bench.connect()
    byId('host-open')?.click()
    await until(() => byId('send-preview')?.innerText.trim() === 'Preview Send')
    expect((byId('send-amount') as HTMLInputElement).value).toBe('3.5')
    expect((byId('send-receiver') as HTMLInputElement).value).toBe(bob)
    await until(() => byId('send-preview')?.getAttribute('aria-disabled') === null)
    byId('send-preview')?.click()
    await until(() => byId('send-confirm'))
    expect(bench.chain.prepared[0]).toMatchObject({ amount: 3_500_000n, token: { address: usdToken } })
    byId('send-confirm')?.click()
    await until(() => bench.chain.submits.length === 1)
    bench.chain.answer('approve')
    await until(() => byId('host-phase')?.textContent?.startsWith('pending 0x'))
  })
})
