'use client'

export { siwx } from './siwx.js'
export { type SiwxControls, type UseSiwxResult, useSiwx } from './useSiwx.js'
