'use client'

export { pairing as walletConnectMessages } from '../react/messages.js'
