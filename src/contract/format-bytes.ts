import { usualNumberFormat, type NumberFormat } from './api/number-format.ts'

const steps = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes as file managers write them, in thousands: `512 B`, `12 KB`, `41.2 MB`, `3.40 GB`. */
export function formatBytes(bytes: number, numbers: NumberFormat = usualNumberFormat): string {
  let value = Math.max(0, bytes)
  let step = 0
  while (value >= 999.5 && step < steps.length - 1) {
    value /= 1000
    step += 1
  }
  const decimals = step <= 1 ? 0 : step === 2 ? 1 : 2
  const digits = value.toLocaleString(numbers, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${digits} ${steps[step] ?? 'B'}`
}
