import { expect, it } from 'vitest'
import { themeProperties } from './themeVariables.js'

it('sets one custom property for each of the eight variables', () => {
  const properties = themeProperties({
    fontFamily: 'serif',
    accent: '#123456',
    colorMix: 'red',
    colorMixStrength: 40,
    fontSizeMaster: '12px',
    borderRadiusMaster: '0px',
    zIndex: 5,
    qrColor: 'blue',
  })
  expect(properties).toEqual({
    '--lk-font-family': 'serif',
    '--lk-accent': '#123456',
    '--lk-color-mix': 'red',
    '--lk-color-mix-strength': '40%',
    '--lk-font-size-master': '12px',
    '--lk-border-radius-master': '0px',
    '--lk-z-index': '5',
    '--lk-qr-color': 'blue',
  })
})

it('keeps a strength between 0 and 100 and a stacking order whole', () => {
  expect(themeProperties({ colorMixStrength: 140, zIndex: 7.9 })).toMatchObject({
    '--lk-color-mix-strength': '100%',
    '--lk-z-index': '7',
  })
  expect(themeProperties({ colorMixStrength: -1 })['--lk-color-mix-strength']).toBe('0%')
})
