/** Names, sentences and locations of alerts and of the rules that raise them. */

import type { Alert, AlertCondition, AlertEvent, AlertEventOf } from '#contract/api/alerts.ts'
import { figureLines, labelInSentence } from '#contract/api/figure-lines.ts'
import { formatFigure, formatGrowth, formatScore } from '../../format/figures.ts'
import { targetText } from '../../format/contract-texts.ts'
import type { Scale } from '../../format/scale.ts'
import { showing, type TabLocation } from '../tab-locations.ts'
import { formatDecimals, formatNumber } from '../../format/counts.ts'

export type AlertKind = AlertCondition['kind']

export const alertKindLabels: Readonly<Record<AlertKind, string>> = {
  restated: 'Restatement',
  downgrade: 'Downgrade',
  tie: 'New tie-out break',
  sentiment: 'Low call sentiment',
  screen: 'Entered a screen',
  hits: 'Search hits',
}

/** Names of what the user saved, by id; undefined: it was deleted. */
export interface SavedNames {
  readonly search: (id: string) => string | undefined
  readonly screen: (id: string) => string | undefined
}

/** The condition of a rule, as a clause. */
export function conditionText(condition: AlertCondition, names: SavedNames): string {
  switch (condition.kind) {
    case 'hits':
      return `New hits of ${quoted(names.search(condition.searchId)) ?? 'a deleted search'}`
    case 'restated':
      return condition.above === 0
        ? 'A figure is restated'
        : `A figure is restated by more than ${formatDecimals(condition.above * 100, 0, 2)}%`
    case 'downgrade':
      return 'A firm lowers its rating'
    case 'tie':
      return 'A tie-out breaks'
    case 'screen':
      return `A company enters ${quoted(names.screen(condition.screenId)) ?? 'a deleted screen'}`
    case 'sentiment':
      return 'Call sentiment is below each of the previous four calls'
    default:
      return condition satisfies never
  }
}

/** An alert in words and figures. */
export interface AlertRow {
  readonly what: string
  readonly now: string
  readonly previous: string
  readonly change: string
}

export function alertRow(event: AlertEvent, scale: Scale): AlertRow {
  switch (event.kind) {
    case 'hits': {
      const where = { call: '', rating: 'rating, ', news: 'news, ' }[event.of]
      return { what: `“${event.search}” in ${where}${event.title}`, now: hitsText(event), previous: '', change: '' }
    }
    case 'restated':
      return restatedRow(event, scale)
    case 'downgrade': {
      const { firm, rating, previousRating, target, previousTarget } = event
      const opinion = rating !== null && previousRating !== null ? `${previousRating} to ${rating}` : rating
      return {
        what: [firm, opinion].filter(Boolean).join(', '),
        now: target === null ? '' : targetText(target),
        previous: previousTarget === null ? '' : targetText(previousTarget),
        change: '',
      }
    }
    case 'tie': {
      const unit = figureLines.get(event.field)?.unit ?? 'count'
      const difference = formatFigure(event.difference, unit, scale)
      return {
        what: `${event.period}: ${event.rule}${moreText(event.checks)}`,
        now: '',
        previous: '',
        change: `off by ${difference}`,
      }
    }
    case 'screen':
      return { what: `“${event.screen}”`, now: '', previous: '', change: '' }
    case 'sentiment':
      return {
        what: `${event.title}: below each of the previous four calls`,
        now: formatScore(event.sentiment),
        previous: event.previous.map((score) => formatScore(score)).join('  '),
        change: '',
      }
    default:
      return event satisfies never
  }
}

function restatedRow(event: AlertEventOf<'restated'>, scale: Scale): AlertRow {
  const { label, period, field, previous, current, change, figures } = event
  const unit = figureLines.get(field)?.unit ?? 'count'
  return {
    what: `${period} ${labelInSentence(label)}${moreText(figures)}`,
    now: formatFigure(current, unit, scale),
    previous: formatFigure(previous, unit, scale),
    change: formatGrowth(change ?? 'n.m.'),
  }
}

function quoted(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `“${name}”`
}

function moreText(count: number): string {
  return count > 1 ? ` and ${formatNumber(count - 1)} more` : ''
}

function hitsText({ hits }: AlertEventOf<'hits'>): string {
  return `${formatNumber(hits)} ${hits === 1 ? 'hit' : 'hits'}`
}

/** An alert in one line, for a notification and for a row of Home. */
export function alertSentence({ symbol, event }: Pick<Alert, 'symbol' | 'event'>, scale: Scale): string {
  const { what, now, previous, change } = alertRow(event, scale)
  const fromTo = previous !== '' && event.kind !== 'sentiment' ? `${previous} to ${now}` : now
  const figures = [fromTo, change].filter((text) => text !== '').join(', ')
  return `${symbol}, ${alertKindLabels[event.kind].toLowerCase()}: ${what}${figures === '' ? '' : `, ${figures}`}`
}

/** The location of an alert's subject. */
export function locationOfAlert({ symbol, event }: Pick<Alert, 'symbol' | 'event'>): TabLocation {
  switch (event.kind) {
    case 'hits':
      if (event.callId !== null) return { screen: 'call', callId: event.callId, title: event.title, turn: -1 }
      return showing(event.of === 'news' ? 'news' : 'rating', symbol, event.recordId ?? -1)
    case 'restated':
      return { screen: 'company', symbol, view: 'restatements' }
    case 'downgrade':
      return showing('rating', symbol, event.recordId)
    case 'tie':
      return { screen: 'company', symbol, view: 'financials' }
    case 'screen':
      return { screen: 'company', symbol, view: 'overview' }
    case 'sentiment':
      return { screen: 'call', callId: event.callId, title: event.title, turn: -1 }
    default:
      return event satisfies never
  }
}
