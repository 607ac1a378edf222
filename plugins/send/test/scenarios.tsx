import { AccountRoute } from '@latchkey/kernel/wallet'
import { UserRejectedError } from '@latchkey/kernel/plugin'
import type { Kernel } from '@latchkey/kernel'
import type { Holding } from '@latchkey/kernel/contracts'
import { type SendController, Sender } from '../src/index.js'
import { send } from '../src/react/index.js'
import { bob, coin, ether, holdings, mallory, sendBench, type SendBenchOptions } from './sendBench.js'

export type Bench = ReturnType<typeof sendBench>

/** A view of sending, brought to what it is about. */
export interface Scenario {
  readonly name: string
  readonly view: string
  readonly options?: SendBenchOptions
  readonly act: (bench: Bench, controller: SendController) => unknown
}

export const makeBench = (options: SendBenchOptions = {}): Bench =>
  sendBench({ plugins: [send()], clock: false, ...options })

/** Waits for something to hold, in the page's own time. */
export async function until<T>(read: () => T, timeout = 30_000): Promise<NonNullable<T>> {
  const end = performance.now() + timeout
  for (;;) {
    const value = read()
    if (value) return value as NonNullable<T>
    if (performance.now() > end) throw new Error(`Still not there: ${read}\n${document.body.innerText}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Connects, and shows the form with what is held. */
export async function openForm(bench: Bench): Promise<SendController> {
  await bench.connect()
  const sender = bench.kernel.get(Sender)
  const controller = await sender.load()
  await sender.open()
  await until(() => sender.state.balances.status === 'ready')
  return controller
}

export function fill(controller: SendController, amount = '0.5', to = bob, token = holdings[0]): void {
  if (token) controller.chooseToken(token)
  controller.setAmount(amount)
  controller.setReceiver(to)
}

async function confirmed(bench: Bench, controller: SendController): Promise<void> {
  fill(controller)
  await controller.preview()
  void controller.confirm()
  await until(() => bench.chain.submits.length === 1)
}

/** The wallet had a request and said nothing of it, and the user comes back to the form. */
async function unanswered(bench: Bench, controller: SendController): Promise<void> {
  await confirmed(bench, controller)
  bench.chain.answer({ reject: new Error('Internal error') })
  await until(() => stateOf(bench.kernel).phase === 'undecided')
  controller.reset()
  await bench.kernel.get(Sender).open()
  await until(() => stateOf(bench.kernel).balances.status === 'ready')
}

async function submitted(bench: Bench, controller: SendController): Promise<void> {
  await confirmed(bench, controller)
  bench.chain.answer('approve')
  await until(() => bench.kernel.get(Sender).state.phase === 'pending')
}

const stateOf = (kernel: Kernel) => kernel.get(Sender).state

/** Two thousand tokens, some of which would like to be something else. */
export const manyTokens: readonly Holding[] = [
  ...holdings,
  {
    networkId: 'eip155:1',
    address: `0x${'e'.repeat(40)}`,
    name: '<img src=x onerror=alert(1)>\u202eRESU',
    amount: { value: 5n * ether, decimals: 18, symbol: '\u202eDSU<b>' },
  },
  ...Array.from({ length: 2_000 }, (_, index) => ({
    networkId: 'eip155:1' as const,
    address: `0x${index.toString(16).padStart(40, '0')}`,
    name: `Example token ${index}`,
    amount: { value: BigInt(index + 1) * 10n ** 15n, decimals: 18, symbol: `EX${index}` },
  })),
]

export const scenarios: readonly Scenario[] = [
  { name: 'form-empty', view: 'WalletSend', act: () => {} },
  { name: 'form-filled', view: 'WalletSend', act: (_, controller) => fill(controller) },
  {
    name: 'form-insufficient',
    view: 'WalletSend',
    act: (_, controller) => fill(controller, '2.5'),
  },
  {
    name: 'form-fiat',
    view: 'WalletSend',
    act: (_, controller) => {
      fill(controller)
      controller.toggleMode()
    },
  },
  {
    name: 'form-name',
    view: 'WalletSend',
    options: { names: { 'nora.eth': bob } },
    act: async ({ kernel }, controller) => {
      fill(controller, '12', 'nora.eth', holdings[1])
      await until(() => stateOf(kernel).receiver.status === 'resolved')
    },
  },
  {
    name: 'form-lookalike',
    view: 'WalletSend',
    act: async (bench, controller) => {
      await submitted(bench, controller)
      bench.chain.decide('confirmed')
      controller.reset()
      await bench.kernel.get(Sender).open()
      await until(() => stateOf(bench.kernel).balances.status === 'ready')
      fill(controller, '0.5', mallory)
    },
  },
  {
    name: 'form-link-elsewhere',
    view: 'WalletSend',
    options: { links: { 1: { networkId: 'eip155:2', to: bob, amount: { units: 7n } } } },
    act: async ({ kernel }, controller) => {
      controller.setReceiver('pay:1')
      await until(() => stateOf(kernel).receiver.status === 'refused')
    },
  },
  {
    name: 'form-link-refused',
    view: 'WalletSend',
    options: { links: { 1: { problem: 'unsupported', detail: 'parameter "req-x"' } } },
    act: async ({ kernel }, controller) => {
      controller.setReceiver('pay:1')
      await until(() => stateOf(kernel).receiver.status === 'refused')
    },
  },
  {
    name: 'form-error',
    view: 'WalletSend',
    act: async (bench, controller) => {
      bench.chain.refuse = Object.assign(new Error('x'), {
        code: 'INSUFFICIENT_FUNDS',
        shortMessage: 'There is not enough to pay for the amount and the network fee.',
      })
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'tokens',
    view: 'WalletSendSelectToken',
    options: { holdings: manyTokens },
    act: () =>
      until(() => document.querySelector<HTMLElement>('[data-testid="send-token"]')).then((chip) =>
        chip.click(),
      ),
  },
  {
    name: 'preview',
    view: 'WalletSendPreview',
    act: async (_, controller) => {
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'preview-set-up',
    view: 'WalletSendPreview',
    async act(bench, controller) {
      bench.chain.forecast = { likelyFee: coin(14n * 10n ** 12n), setUpFee: coin(9n * 10n ** 12n) }
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'preview-executor',
    view: 'WalletSendPreview',
    async act(bench, controller) {
      bench.chain.fee = 0n
      bench.chain.forecast = { feePayer: 'executor' }
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'preview-token',
    view: 'WalletSendPreview',
    options: { names: { 'nora.eth': bob } },
    act: async ({ kernel, chain }, controller) => {
      chain.notices = [
        {
          code: 'RECEIVER_IS_CONTRACT',
          severity: 'info',
          message: 'The recipient is a contract. Check that it can use what you send on this network.',
        },
      ]
      fill(controller, '123.456789', 'nora.eth', holdings[1])
      await until(() => stateOf(kernel).receiver.status === 'resolved')
      await controller.preview()
    },
  },
  {
    name: 'form-unanswered',
    view: 'WalletSend',
    act: async (bench, controller) => {
      await unanswered(bench, controller)
      fill(controller, '0.25', mallory)
    },
  },
  {
    name: 'preview-may-repeat',
    view: 'WalletSendPreview',
    act: async (bench, controller) => {
      await unanswered(bench, controller)
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'preview-sent-after-all',
    view: 'WalletSendPreview',
    act: async (bench, controller) => {
      await confirmed(bench, controller)
      controller.forgetRequest()
      bench.chain.answer('approve')
      await until(() => stateOf(bench.kernel).warnings.some(({ code }) => code === 'SEND_SENT_AFTER_ALL'))
      fill(controller)
      await controller.preview()
    },
  },
  {
    name: 'preview-lookalike',
    view: 'WalletSendPreview',
    act: async (bench, controller) => {
      await submitted(bench, controller)
      bench.chain.decide('confirmed')
      controller.reset()
      await bench.kernel.get(Sender).open()
      await until(() => stateOf(bench.kernel).balances.status === 'ready')
      fill(controller, '0.5', mallory)
      await controller.preview()
    },
  },
  {
    name: 'preview-declined',
    view: 'WalletSendPreview',
    act: async (bench, controller) => {
      await confirmed(bench, controller)
      bench.chain.answer({ reject: new UserRejectedError() })
      await until(() => stateOf(bench.kernel).notice === 'declined')
    },
  },
  { name: 'asking', view: 'WalletSendProgress', act: confirmed },
  { name: 'pending', view: 'WalletSendProgress', act: submitted },
  {
    name: 'confirmed',
    view: 'WalletSendProgress',
    act: async (bench, controller) => {
      await submitted(bench, controller)
      bench.chain.decide('confirmed')
    },
  },
  {
    name: 'failed',
    view: 'WalletSendProgress',
    act: async (bench, controller) => {
      await submitted(bench, controller)
      bench.chain.decide(
        'failed',
        'The contract refused the transaction. The fee was charged.',
        undefined,
        'TRANSACTION_REVERTED',
      )
    },
  },
  {
    name: 'outstanding',
    view: 'WalletSend',
    act: async (bench, controller) => {
      await confirmed(bench, controller)
      bench.navigation.back()
      bench.navigation.back()
    },
  },
  {
    name: 'account',
    view: 'Account',
    act: ({ navigation }) => navigation.reset(AccountRoute, undefined),
  },
]
