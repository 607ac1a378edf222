/** Every colour of the product, per theme, by token. Generated into the style sheet; contrast is tested. */
export interface Palette {
  /** The widget's ground. */
  readonly surface: string
  /** Rows under the pointer, cards, fields. */
  readonly raised: string
  /** The chosen tab on its track. */
  readonly lifted: string
  /** Snackbars and toasts. */
  readonly overlay: string
  /** Pressed rows, tracks. */
  readonly sunken: string
  /** Decorative lines. */
  readonly line: string
  /** Lines that mark a control: at least 3:1 on every surface. */
  readonly outline: string
  readonly text: string
  /** Secondary text. */
  readonly muted: string
  /** Fill of the primary button. */
  readonly accent: string
  /** Text on `accent`. */
  readonly onAccent: string
  /** Accent as text and icon. */
  readonly accentText: string
  /** Tint behind accent text. */
  readonly accentSoft: string
  readonly success: string
  readonly successSoft: string
  readonly warning: string
  readonly warningSoft: string
  readonly danger: string
  readonly dangerSoft: string
  /** Fill of the danger button. */
  readonly dangerFill: string
  /** Text on `dangerFill`. */
  readonly onDanger: string
  /** Translucent fill of quiet controls, on any ground. */
  readonly fill: string
  /** Behind a dialog. */
  readonly backdrop: string
  /** Laid over a filled button under the pointer, and while pressed. */
  readonly hover: string
  readonly press: string
  /** Modules and ground of a QR code; light in both themes, since many scanners fail on inverted codes. */
  readonly qr: string
  readonly qrGround: string
  /** Lightness (oklch) of the two ends and the highlight of a generated picture, and the letters on it. */
  readonly picture1: string
  readonly picture2: string
  readonly picture3: string
  readonly onPicture: string
  /** Luminance limits, 0 to 1, that keep a host's accent readable as text. */
  readonly darkest: string
  readonly lightest: string
  readonly shadowRaised: string
  readonly shadowOverlay: string
}

export const light: Palette = {
  surface: '#ffffff',
  raised: '#f4f5f4',
  lifted: '#ffffff',
  overlay: '#ffffff',
  sunken: '#e9ebea',
  line: '#e2e5e3',
  outline: '#7b8582',
  text: '#15191a',
  muted: '#57615e',
  accent: '#0b6460',
  onAccent: '#ffffff',
  accentText: '#0b625e',
  accentSoft: '#e1f0ee',
  success: '#136a37',
  successSoft: '#e2f3e7',
  warning: '#7d4e00',
  warningSoft: '#fcf0da',
  danger: '#b3261e',
  dangerSoft: '#fdebe9',
  dangerFill: '#b3261e',
  onDanger: '#ffffff',
  fill: 'rgb(21 25 26 / 7%)',
  backdrop: 'rgb(12 20 20 / 48%)',
  hover: 'rgb(0 0 0 / 9%)',
  press: 'rgb(0 0 0 / 16%)',
  qr: '#15191a',
  qrGround: '#ffffff',
  picture1: '0.52',
  picture2: '0.42',
  picture3: '0.78',
  onPicture: '#ffffff',
  darkest: '0.11',
  lightest: '0',
  shadowRaised: '0 1px 2px rgb(12 20 20 / 8%), 0 1px 6px rgb(12 20 20 / 6%)',
  shadowOverlay: '0 2px 6px rgb(12 20 20 / 8%), 0 16px 48px rgb(12 20 20 / 18%)',
}

export const dark: Palette = {
  surface: '#141718',
  raised: '#1e2223',
  lifted: '#373f40',
  overlay: '#242a2b',
  sunken: '#292e2f',
  line: '#2a3031',
  outline: '#7c8785',
  text: '#f1f4f3',
  muted: '#a4afac',
  accent: '#62d2c6',
  onAccent: '#04201e',
  accentText: '#6fd8cc',
  accentSoft: '#173431',
  success: '#6fd396',
  successSoft: '#16311f',
  warning: '#f0bd62',
  warningSoft: '#362810',
  danger: '#ff8f87',
  dangerSoft: '#3d1d1b',
  dangerFill: '#bd332b',
  onDanger: '#ffffff',
  fill: 'rgb(241 244 243 / 10%)',
  backdrop: 'rgb(0 0 0 / 64%)',
  hover: 'rgb(255 255 255 / 10%)',
  press: 'rgb(0 0 0 / 12%)',
  qr: '#15191a',
  qrGround: '#ffffff',
  picture1: '0.53',
  picture2: '0.43',
  picture3: '0.8',
  onPicture: '#ffffff',
  darkest: '1',
  lightest: '0.42',
  shadowRaised: '0 1px 2px rgb(0 0 0 / 40%)',
  shadowOverlay: '0 2px 8px rgb(0 0 0 / 40%), 0 16px 48px rgb(0 0 0 / 56%)',
}
