/** What a host may set about the look. Every other size and colour is derived from these eight. */
export interface ThemeVariables {
  /** CSS font family. Default `Inter, system-ui, sans-serif`; nothing is downloaded. */
  readonly fontFamily?: string | undefined
  /** Main colour of buttons, links and focus, any CSS colour. Text on it is chosen for contrast. */
  readonly accent?: string | undefined
  /** Colour mixed into the surfaces. */
  readonly colorMix?: string | undefined
  /** How much of `colorMix`, per cent from 0 to 100. Default 0. */
  readonly colorMixStrength?: number | undefined
  /** Base of the font scale, a CSS length. Default `10px`. */
  readonly fontSizeMaster?: string | undefined
  /** Base of the radius scale, a CSS length. Default `4px`; `0px` makes everything square. */
  readonly borderRadiusMaster?: string | undefined
  /** Stacking order of overlays where the top layer is not used. Default 999. */
  readonly zIndex?: number | undefined
  /** Colour of the modules of a QR code. Default the text colour of the light theme. */
  readonly qrColor?: string | undefined
}

/** The custom property each variable sets: `--lk-z-index` for `zIndex`. A host may set it in its own style sheet. */
const propertyOf = (name: string) => `--lk-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Theme variables as CSS custom properties. */
export function themeProperties(variables: ThemeVariables): { readonly [name: string]: string | undefined } {
  const { colorMixStrength, zIndex } = variables
  const values = {
    ...variables,
    colorMixStrength:
      colorMixStrength === undefined ? undefined : `${Math.min(100, Math.max(0, colorMixStrength))}%`,
    zIndex: zIndex === undefined ? undefined : String(Math.trunc(zIndex)),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [propertyOf(name), value]))
}
