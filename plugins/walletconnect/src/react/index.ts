'use client'

export { walletConnect } from './walletConnect.js'
export { pairing as walletConnectMessages } from './messages.js'
