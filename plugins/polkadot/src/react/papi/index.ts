'use client'

export { usePapiSigner } from './usePapiSigner.js'
