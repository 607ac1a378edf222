import { describe, expect, it } from 'vitest'
import { defaultSettings, readSettings, type Settings, writeSettings } from './settings.js'

describe('settings in the address', () => {
  it('keeps a plain address for the defaults', () => {
    expect(writeSettings(defaultSettings)).toBe('')
    expect(readSettings('')).toEqual(defaultSettings)
  })

  it('survives the round trip', () => {
    const settings: Settings = {
      mode: 'dark',
      accent: '#00aa77',
      radius: 8,
      fontFamily: 'Georgia, serif',
      direction: 'rtl',
      display: 'dialog',
      plugins: ['eip155', 'broken'],
      balance: false,
      blockUnsupportedNetwork: true,
      enableReconnect: false,
      legalCheckbox: true,
      dataService: true,
    }
    expect(readSettings(`#${writeSettings(settings)}`)).toEqual(settings)
  })

  it('ignores what does not fit', () => {
    expect(readSettings('#mode=pink&accent=red;x:y&radius=900&plugins=evil')).toEqual({
      ...defaultSettings,
      plugins: [],
    })
  })
})
