import type { ThemeMode } from '../theme/ThemeRoot.js'
import type { ThemeVariables } from '../theme/themeVariables.js'

/** Props of `KernelProvider` and `ThemeRoot` that make a whole look. */
export interface ThemePreset {
  readonly theme: ThemeMode
  readonly themeVariables: ThemeVariables
}

/** Names for `borderRadiusMaster`. The scale of all corners is derived from it. */
export const radii = { square: '0px', small: '2px', medium: '4px', large: '6px' } as const

/** Sizes that follow the text size of the person's browser. */
export const remSizes = { fontSizeMaster: '0.625rem' } as const satisfies ThemeVariables

/** A bank of our day: ink blue on cool paper, small corners. */
export const harbour: ThemePreset = {
  theme: 'light',
  themeVariables: {
    accent: '#1d3fbb',
    colorMix: '#1d3fbb',
    colorMixStrength: 4,
    borderRadiusMaster: radii.small,
    fontFamily: '"IBM Plex Sans", "Helvetica Neue", Arial, sans-serif',
    qrColor: '#14246b',
  },
}

/** A marketplace of things made by hand: terracotta on warm paper, round corners. */
export const orchard: ThemePreset = {
  theme: 'light',
  themeVariables: {
    accent: '#b4431f',
    colorMix: '#d98a3d',
    colorMixStrength: 8,
    borderRadiusMaster: radii.large,
    fontFamily: 'Nunito, "Avenir Next", ui-rounded, system-ui, sans-serif',
    qrColor: '#4a2413',
  },
}

/** A trading floor at night: acid green on near-black violet, square. */
export const nightshift: ThemePreset = {
  theme: 'dark',
  themeVariables: {
    accent: '#c6f432',
    colorMix: '#5b21b6',
    colorMixStrength: 14,
    borderRadiusMaster: radii.square,
    fontFamily: '"JetBrains Mono", "SF Mono", ui-monospace, Menlo, Consolas, monospace',
  },
}
