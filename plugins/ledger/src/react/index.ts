'use client'

export { ledger } from './ledger.js'
