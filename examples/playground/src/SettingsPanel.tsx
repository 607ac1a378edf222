import { useId, type ReactNode } from 'react'
import { hasDeviceAccess } from './hasDeviceAccess.js'
import { docsOf } from './docsOf.js'
import type { PluginName, Settings } from './settings.js'

interface SettingsPanelProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
}

const pluginFacts: readonly { readonly name: PluginName; readonly label: string; readonly text: string }[] = [
  { name: 'eip155', label: 'EVM chains', text: 'EIP-6963 and injected wallets, two local chains' },
  { name: 'solana', label: 'Solana', text: 'Wallet Standard wallets, one local chain' },
  { name: 'bip122', label: 'Bitcoin', text: 'Wallet Standard, sats-connect and UniSat wallets, regtest' },
  { name: 'polkadot', label: 'Polkadot', text: 'Injected wallets, one local chain' },
  {
    name: 'emailAuth',
    label: 'Email, social and passkeys',
    text: 'A wallet for visitors without one; codes arrive on a mail page',
  },
  {
    name: 'walletConnect',
    label: 'WalletConnect',
    text: 'A wallet across the room, over a relay on this machine',
  },
  { name: 'ledger', label: 'Ledger', text: 'A device on USB; Chrome, Edge, Brave and Opera, on Android too' },
  { name: 'walletDirectory', label: 'Wallet list', text: 'All wallets, with search; no network' },
  {
    name: 'walletData',
    label: 'Data source',
    text: 'What accounts hold and did, from the chains or a service',
  },
  { name: 'identity', label: 'Names', text: 'ENS names and avatars; needs wallet data' },
  { name: 'balances', label: 'Balances', text: 'Tokens, totals and collectibles; needs wallet data' },
  { name: 'prices', label: 'Prices', text: 'From feeds and pools of the chains, compared; needs balances' },
  { name: 'activity', label: 'Activity', text: 'Past and pending transactions; needs wallet data' },
  { name: 'incomingNotices', label: 'Notices', text: 'A toast when a payment comes in; needs activity' },
  { name: 'onramp', label: 'Buy', text: 'With play money, at a provider on this machine' },
  { name: 'swap', label: 'Swap', text: 'Pools on a local EVM chain, a market maker on Solana' },
  { name: 'pay', label: 'Pay', text: 'A bill, paid once and found by the shop’s server' },
  { name: 'send', label: 'Send', text: 'With a preview before the wallet opens, on every chain' },
  { name: 'receive', label: 'Receive', text: 'QR codes and payment links' },
  { name: 'addressBook', label: 'Address book', text: 'Names for addresses, shown wherever one is shown' },
  { name: 'approvals', label: 'Approvals', text: 'What apps may move, and how to take it back' },
  { name: 'watchOnly', label: 'Watch-only', text: 'Any address or name, to look at and not to sign with' },
  {
    name: 'icons',
    label: 'Pictures',
    text: 'Logos of networks, tokens and wallets, each loaded when it is seen',
  },
  { name: 'siwx', label: 'Sign in', text: 'Asks for a signature after connecting' },
  { name: 'greeting', label: 'Greeting', text: 'Ten lines of this page: a footer and a listener' },
  {
    name: 'broken',
    label: 'Crash test',
    text: 'Throws on start and render; the rest keeps working',
  },
]

interface PluginGroup {
  readonly title: string
  /** Unfolded from the start. */
  readonly isOpen?: true
  readonly names: readonly PluginName[]
}

const groups: readonly PluginGroup[] = [
  { title: 'Chains', isOpen: true, names: ['eip155', 'solana', 'bip122', 'polkadot'] },
  {
    title: 'Ways to connect',
    isOpen: true,
    names: ['emailAuth', 'walletConnect', 'ledger', 'walletDirectory', 'watchOnly', 'siwx'],
  },
  {
    title: 'What an account has',
    names: ['walletData', 'identity', 'balances', 'prices', 'activity', 'incomingNotices', 'icons'],
  },
  {
    title: 'What a person can do',
    names: ['onramp', 'swap', 'pay', 'send', 'receive', 'addressBook', 'approvals'],
  },
  { title: 'Examples', names: ['greeting', 'broken'] },
]

const fonts = [
  ['', 'Inter or the system’s'],
  ['Georgia, serif', 'Georgia'],
  ['ui-monospace, monospace', 'Monospace'],
] as const

/** Everything about the set-up that can be changed live. */
export function SettingsPanel({ settings, onChange }: SettingsPanelProps) {
  const toggle = (name: PluginName, listed: boolean) =>
    onChange({
      plugins: pluginFacts
        .map((fact) => fact.name)
        .filter((own) => (own === name ? listed : settings.plugins.includes(own))),
    })

  const offered = pluginFacts.filter(({ name }) => name !== 'ledger' || hasDeviceAccess())
  return (
    <section className="card settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Configure</h2>
      {groups.map(({ title, isOpen, names }) => (
        <details key={title} className="group" open={isOpen}>
          <summary>{title}</summary>
          {offered
            .filter(({ name }) => names.includes(name))
            .map(({ name, label, text }) => (
              <Toggle
                key={name}
                label={label}
                text={text}
                docs={docsOf(name)}
                on={settings.plugins.includes(name)}
                onChange={(on) => toggle(name, on)}
              />
            ))}
        </details>
      ))}
      <Group title="Look">
        <Slider
          label="Corners"
          value={settings.radius}
          max={12}
          onChange={(radius) => onChange({ radius })}
        />
        <Choice
          label="Font"
          value={settings.fontFamily}
          options={fonts}
          onChange={(fontFamily) => onChange({ fontFamily })}
        />
        <Choice
          label="Direction"
          value={settings.direction}
          options={[
            ['ltr', 'Left to right'],
            ['rtl', 'Right to left'],
          ]}
          onChange={(direction) => onChange({ direction: direction as Settings['direction'] })}
        />
      </Group>
      <Group title="Options">
        <Toggle
          label="Balance on the button"
          on={settings.balance}
          onChange={(balance) => onChange({ balance })}
        />
        <Toggle
          label="Load data from the service"
          on={settings.dataService}
          onChange={(dataService) => onChange({ dataService })}
        />
        <Toggle
          label="Reconnect after a reload"
          on={settings.enableReconnect}
          onChange={(enableReconnect) => onChange({ enableReconnect })}
        />
        <Toggle
          label="Block unsupported networks"
          on={settings.blockUnsupportedNetwork}
          onChange={(blockUnsupportedNetwork) => onChange({ blockUnsupportedNetwork })}
        />
        <Toggle
          label="Ask for consent first"
          on={settings.legalCheckbox}
          onChange={(legalCheckbox) => onChange({ legalCheckbox })}
        />
      </Group>
    </section>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface ToggleProps {
  readonly label: string
  readonly text?: string
  /** Where the documentation says more. */
  readonly docs?: string | undefined
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function Toggle({ label, text, docs, on, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div className="toggle">
      <span>
        <label htmlFor={id}>{label}</label>
        {text ? <small id={`${id}-text`}>{text}</small> : null}{' '}
        {docs ? (
          <a href={docs} aria-label={`${label}: how to set it up`}>
            Docs
          </a>
        ) : null}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={text ? `${id}-text` : undefined}
        checked={on}
        aria-checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
}

function Slider({ label, value, max, onChange }: SliderProps) {
  return (
    <label className="choice">
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}
