'use client'

export { walletConnect } from './walletConnect.js'
