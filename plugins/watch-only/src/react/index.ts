'use client'

export { watchOnly } from './watchOnly.js'
