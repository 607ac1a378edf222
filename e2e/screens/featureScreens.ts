import type { Kernel } from '@latchkey/kernel'
import {
  type Account,
  definePlugin,
  Namespace,
  type Plugin,
  UserRejectedError,
} from '@latchkey/kernel/plugin'
import {
  AccountRoute,
  ApproveTransactionRoute,
  ConnectRoute,
  Navigation,
  Session,
} from '@latchkey/kernel/wallet'
import {
  type AllowancesAnswer,
  capability,
  NameRegistry,
  type Identity,
  Names,
  type PreparedCalls,
  SignMessage,
} from '@latchkey/kernel/contracts'
import { fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { ApprovalsRoute } from '@latchkey/plugin-approvals'
import { approvals } from '@latchkey/plugin-approvals/react'
import { bip122, bitcoinMainnet } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import {
  type EmailAuthOptions,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
} from '@latchkey/plugin-email-auth'
import { emailAuth } from '@latchkey/plugin-email-auth/react'
import { ChooseNameRoute, RegisterNameRoute } from '@latchkey/plugin-identity'
import { identity } from '@latchkey/plugin-identity/react'
import { ReceiveRoute } from '@latchkey/plugin-receive'
import { receive } from '@latchkey/plugin-receive/react'
import { siwx } from '@latchkey/plugin-siwx/react'
import {
  alice as approver,
  allowance,
  spender as spenderAddress,
  type TestApprovals,
  testApprovals,
} from '../../plugins/approvals/test/testApprovals.js'
import { alice, connectorOf, connectWallet, mainnet } from './featureParts.js'
import { click, findTestId, makeKernel, type Screen, until, write } from './screen.js'

const chains = ['Ethereum', 'Base'].map((name, index) => ({
  id: index === 0 ? 1 : 8453,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}))
const evm = () => eip155({ networks: chains, discovery: false, injected: false })
const usd = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  symbol: 'USDC',
  name: 'USD Coin',
}

const toView = (selector: string) => until(() => document.querySelector(selector))

// --- Receiving

function receiving(name: string, act: (kernel: Kernel) => unknown, account: Account = alice): Screen {
  return {
    id: `receive/${name}`,
    stage: () => {
      const chain = account.namespace === 'bip122' ? bip122({ networks: [bitcoinMainnet] }) : evm()
      const kernel = makeKernel([chain, receive({ tokens: { 'eip155:1': [usd] } }), connectorOf([account])])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(ReceiveRoute.name))
          navigation.open(AccountRoute)
          navigation.push(ReceiveRoute)
          await findTestId('lk-receive-qr')
          await act(kernel)
        },
      }
    },
  }
}

const bitcoin = (kind: Account['kind']) =>
  fakeAccount(bitcoinMainnet.id, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', { kind })

async function request(amount: string): Promise<void> {
  await click('lk-receive-request')
  await write('lk-receive-amount', amount)
}

const receiveScreens: readonly Screen[] = [
  receiving('address', () => {}),
  receiving('bitcoin', () => {}, bitcoin('payment')),
  receiving('ordinals', () => {}, bitcoin('ordinals')),
  receiving('request', async () => {
    await request('0.5')
    await findTestId('lk-receive-copy-link')
  }),
  receiving('request-refused', async () => {
    await request('0.0000000000000000000001')
    await findTestId('lk-receive-no-request')
  }),
  receiving('tokens', async () => {
    await click('lk-receive-request')
    await click('lk-receive-asset')
    await findTestId(`lk-receive-token-${usd.address}`)
  }),
  receiving('networks', () => click('lk-receive-networks-row')),
]

// --- Approvals

function approving(
  name: string,
  act: (data: TestApprovals) => unknown,
  over: Partial<PreparedCalls> = {},
): Screen {
  return {
    id: `approvals/${name}`,
    stage: () => {
      const data = testApprovals(over)
      if (name === 'none') data.standing = []
      if (name === 'partial') data.answer = async () => partly
      const kernel = makeKernel([
        ...data.plugins,
        approvals({ spenders: { 'eip155:1': { [data.standing[1]?.spender ?? '']: 'Example market' } } }),
      ])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(ApprovalsRoute.name))
          navigation.open(AccountRoute)
          navigation.push(ApprovalsRoute)
          await until(() => document.querySelector('[data-testid="approvals"]'))
          await act(data)
        },
      }
    },
  }
}

const partly: AllowancesAnswer = {
  allowances: [allowance('1', { spender: spenderAddress })],
  gaps: [{ code: 'APPROVALS_UNREAD', message: 'We couldn’t load some approvals. Try again later.' }],
  searched: { fromBlock: 21_234_567n, since: Date.UTC(2024, 10, 3) },
}

async function reviewApproval(): Promise<void> {
  await click('approval-2')
  await findTestId('approvals-confirm')
}

async function revoke({ wallet }: TestApprovals): Promise<void> {
  await reviewApproval()
  await click('approvals-confirm')
  wallet.resolve()
}

const approvalScreens: readonly Screen[] = [
  approving('list', () => {}),
  approving('none', () => {}),
  approving('review', reviewApproval),
  approving(
    'review-all',
    async () => {
      await click('approvals-revoke-all')
      await findTestId('approvals-confirm')
    },
    { steps: 5 },
  ),
  approving('partial', () => {}),
  approving('warnings', reviewApproval, {
    changes: [{ address: approver, amount: { value: -2_000_000n, decimals: 6, symbol: 'USDC' } }],
    allowances: [
      { token: allowance('2').token, spender: spenderAddress, amount: 'unlimited', previous: 'unlimited' },
    ],
  }),
  approving('revoked', async (data) => {
    await revoke(data)
    data.standing = []
    data.decision.resolve({ status: 'confirmed', transactions: [] })
    await findTestId('revoke-confirmed')
  }),
  approving('still-stands', async (data) => {
    await revoke(data)
    data.decision.resolve({ status: 'confirmed', transactions: [] })
    await findTestId('revoke-failed')
  }),
  approving('asking', async () => {
    await reviewApproval()
    await click('approvals-confirm')
    await findTestId('revoke-asking')
  }),
]

// --- Signing in

function signingIn(name: string, answer: () => Promise<never>, act: () => unknown, required = true): Screen {
  return {
    id: `siwx/${name}`,
    stage: () => {
      const chain = definePlugin({
        id: 'screens.chain',
        kernel: '^1.0.0',
        setup(context) {
          const capabilities = [capability(SignMessage, { sign: answer })]
          context.add(Namespace, fakeNamespace('eip155', [], { networks: [mainnet], capabilities }))
        },
      })
      const kernel = makeKernel([chain, connectorOf([alice]), siwx({ required })], 'Example exchange')
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          await findTestId('siwx-sign')
          await act()
        },
      }
    },
  }
}

const sign = () => click('siwx-sign')
const siwxScreens: readonly Screen[] = [
  signingIn(
    'asked',
    () => new Promise(() => {}),
    () => {},
  ),
  signingIn(
    'optional',
    () => new Promise(() => {}),
    () => {},
    false,
  ),
  signingIn('signing', () => new Promise(() => {}), sign),
  signingIn('declined', () => Promise.reject(new UserRejectedError()), sign),
  signingIn('failed', () => Promise.reject(new Error('no')), sign),
]

// --- The email wallet

/** The frame has to be of another origin than the page. */
const frameUrl = () => new URL('/frame.html', location.origin.replace('127.0.0.1', 'localhost')).href

function emailing(
  name: string,
  act: (kernel: Kernel) => unknown,
  options: Omit<EmailAuthOptions, 'frameUrl'> = {},
): Screen {
  return {
    id: `email/${name}`,
    stage: () => {
      const kernel = makeKernel([evm(), emailAuth({ frameUrl: frameUrl(), ...options })])
      return {
        kernel,
        act: async () => {
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(EmailVerifyOtpRoute.name))
          navigation.open(ConnectRoute)
          await findTestId('lk-email')
          await act(kernel)
        },
      }
    },
  }
}

async function enter(email: string): Promise<void> {
  await write('lk-email', email)
  await click('lk-email-submit')
}

async function logIn(kernel: Kernel, email = 'approver@example.com'): Promise<void> {
  await enter(email)
  await write('lk-email-code', '123456')
  await until(() => kernel.get(Session).state.connections.length === 1)
  await until(() => !kernel.get(Navigation).state.open)
}

async function openLogin(kernel: Kernel, email?: string): Promise<void> {
  await logIn(kernel, email)
  kernel.get(Navigation).open(AccountRoute)
  await findTestId('lk-email-account-row')
}

const emailScreens: readonly Screen[] = [
  emailing('field', () => {}),
  emailing('field-refused', async () => {
    await enter('nobody')
    await toView('[aria-invalid="true"]')
  }),
  emailing('code', async () => {
    await enter('approver@example.com')
    await findTestId('lk-email-code')
  }),
  emailing('code-wrong', async () => {
    await enter('approver@example.com')
    await write('lk-email-code', '000000')
    await toView('[aria-invalid="true"]')
  }),
  emailing('device', async (kernel) => {
    kernel.get(Navigation).push(EmailVerifyDeviceRoute)
    await findTestId('lk-email-restart')
  }),
  emailing('account', async (kernel) => {
    await openLogin(kernel)
    // No node answers. Until that is known, the balance is loading.
    await toView('.lk-account-label')
  }),
  emailing('login', async (kernel) => {
    await openLogin(kernel)
    await click('lk-email-account-row')
    await findTestId('lk-email-export')
  }),
  emailing('login-upgraded', async (kernel) => {
    await openLogin(kernel, 'approver.upgraded.waiting@example.com')
    await click('lk-email-account-row')
    await findTestId('lk-undo-upgrade')
    await findTestId('lk-speed-up')
  }),
  ...(['farcaster', 'farcaster-on-phone'] as const).map((name) =>
    emailing(
      name,
      async () => {
        await click('social-selector-farcaster')
        await findTestId(name === 'farcaster' ? 'lk-farcaster-code' : 'lk-farcaster-copy')
      },
      { socials: ['farcaster'], projectId: 'waits' },
    ),
  ),
  ...([ApproveTransactionRoute, EmbeddedWalletRoute] as const).map((route) =>
    emailing(route === EmbeddedWalletRoute ? 'recover' : 'approve', async (kernel) => {
      await openLogin(kernel)
      kernel.get(Navigation).push(route)
      await findTestId('lk-frame-place')
    }),
  ),
]

// --- Names

function naming(name: string, found: Identity, act: (kernel: Kernel) => unknown): Screen {
  return {
    id: `names/${name}`,
    stage: () => {
      const names: Plugin = definePlugin({
        id: 'screens.names',
        kernel: '^1.0.0',
        provides: [Names, NameRegistry],
        setup(context) {
          context.add(Namespace, fakeNamespace('eip155', [], { networks: [mainnet] }))
          context.provide(Names, () => ({
            supports: () => true,
            lookup: async () => found,
            resolve: async () => alice.address,
          }))
          context.provide(NameRegistry, () => ({
            zone: 'latchkey.id',
            suggest: async (part) => [
              { name: `${part}.latchkey.id`, isRegistered: true },
              { name: `${part}1.latchkey.id`, isRegistered: false },
            ],
            owned: async () => [],
            register: () => new Promise<never>(() => {}),
          }))
        },
      })
      const kernel = makeKernel([names, connectorOf([alice]), identity()])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          await until(() => kernel.get(Navigation).draws(AccountRoute.name))
          kernel.get(Navigation).open(AccountRoute)
          await act(kernel)
        },
      }
    },
  }
}

const nameScreens: readonly Screen[] = [
  naming('account', { name: 'nora.eth' }, () => findTestId('lk-account-name')),
  naming('account-vouched', { vouchedName: 'Nora Fischer' }, () => findTestId('lk-account-name')),
  naming('account-unusual', { name: 'нора.eth' }, () => findTestId('lk-account-name')),
  naming('choose', {}, (kernel) => kernel.get(Navigation).push(ChooseNameRoute)),
  naming('register', {}, async (kernel) => {
    kernel.get(Navigation).push(RegisterNameRoute)
    await write('lk-name-field', 'nora')
    await findTestId('lk-name-suggestions')
  }),
  naming('register-refused', {}, async (kernel) => {
    kernel.get(Navigation).push(RegisterNameRoute)
    await write('lk-name-field', 'a_b!c')
    await toView('.lk-field-error')
  }),
]

/** Views of the features that an app adds. */
export const featureScreens: readonly Screen[] = [
  ...receiveScreens,
  ...approvalScreens,
  ...siwxScreens,
  ...emailScreens,
  ...nameScreens,
]
