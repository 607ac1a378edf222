import type { KernelProviderProps } from '@latchkey/ui-react'

/** Everything the visitor can change, kept in the address so that a set-up can be shared. */
export interface Settings {
  readonly mode: NonNullable<KernelProviderProps['theme']>
  readonly accent: string
  readonly radius: number
  readonly fontFamily: string
  readonly direction: 'ltr' | 'rtl'
  /** The widget as a part of the page, or as the dialog that a host's button opens. */
  readonly display: 'inline' | 'dialog'
  readonly plugins: readonly PluginName[]
  readonly balance: boolean
  readonly blockUnsupportedNetwork: boolean
  readonly enableReconnect: boolean
  readonly legalCheckbox: boolean
  /** Wallet data from the local service, instead of from the chains themselves. */
  readonly dataService: boolean
}

export const pluginNames = [
  'eip155',
  'solana',
  'bip122',
  'polkadot',
  'emailAuth',
  'walletConnect',
  'ledger',
  'walletDirectory',
  'walletData',
  'identity',
  'balances',
  'prices',
  'activity',
  'incomingNotices',
  'onramp',
  'swap',
  'pay',
  'send',
  'receive',
  'addressBook',
  'approvals',
  'watchOnly',
  'icons',
  'siwx',
  'greeting',
  'broken',
] as const
export type PluginName = (typeof pluginNames)[number]

const needs: Partial<Record<PluginName, PluginName>> = {
  balances: 'walletData',
  activity: 'walletData',
  incomingNotices: 'activity',
}

/** Those that have what they need: the others would fail, and be told of as problems. */
export function workingPlugins(plugins: readonly PluginName[]): readonly PluginName[] {
  const works = (name: PluginName): boolean => {
    const needed = needs[name]
    return plugins.includes(name) && (needed === undefined || works(needed))
  }
  return plugins.filter(works)
}

export const defaultSettings: Settings = {
  mode: 'system',
  accent: '',
  radius: 4,
  fontFamily: '',
  direction: 'ltr',
  display: 'inline',
  plugins: pluginNames.filter((name) => !['siwx', 'greeting', 'broken'].includes(name)),
  balance: true,
  blockUnsupportedNetwork: false,
  enableReconnect: true,
  legalCheckbox: false,
  dataService: false,
}

/** Reads settings from an address fragment; whatever does not fit falls back to the default. */
export function readSettings(fragment: string): Settings {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const flag = (name: keyof Settings) => {
    const value = given.get(name)
    return value === null ? (defaultSettings[name] as boolean) : value === '1'
  }
  const plugins = given.get('plugins')
  const mode = given.get('mode')
  const accent = given.get('accent') ?? ''
  const radius = Number(given.get('radius') ?? defaultSettings.radius)
  return {
    mode: mode === 'light' || mode === 'dark' ? mode : 'system',
    accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : '',
    radius: radius >= 0 && radius <= 12 ? radius : defaultSettings.radius,
    fontFamily: (given.get('fontFamily') ?? '').slice(0, 60),
    direction: given.get('direction') === 'rtl' ? 'rtl' : 'ltr',
    display: given.get('display') === 'dialog' ? 'dialog' : 'inline',
    plugins:
      plugins === null
        ? defaultSettings.plugins
        : pluginNames.filter((name) => plugins.split(',').includes(name)),
    balance: flag('balance'),
    blockUnsupportedNetwork: flag('blockUnsupportedNetwork'),
    enableReconnect: flag('enableReconnect'),
    legalCheckbox: flag('legalCheckbox'),
    dataService: flag('dataService'),
  }
}

/** Only what differs from the default, so that a plain address stays plain. */
export function writeSettings(settings: Settings): string {
  const changed = new URLSearchParams()
  for (const [name, value] of Object.entries(settings)) {
    const original = defaultSettings[name as keyof Settings]
    if (String(value) === String(original)) continue
    changed.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  return changed.toString()
}
