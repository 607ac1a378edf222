'use client'

export { watchOnlyMessages } from '../react/watchOnlyMessages.js'
