'use client'

export { walletDirectory } from './walletDirectory.js'
