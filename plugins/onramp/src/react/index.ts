'use client'

export { fundWallet } from './fundWallet.js'
export { onramp } from './onramp.js'
export { OnrampWidget, type OnrampWidgetProps } from './OnrampWidget.js'
