/**
 * Infers from a speaker's role and organization which side they are on, and compares names of
 * companies.
 */

import type { SpeakerSide } from '#contract/api/calls.ts'
import { keyOf, plainName } from './names.ts'

const operator =
  /^(the )?(conference |call |event )?(operator|coordinator|moderator|conference specialist)\b|^(chorus call|telephone) operator/i
const operatorRole = /\b(operator|conference coordinator|moderator)\b/i
const analystRole =
  /\b(analysts?|research (division|department|associate)|equity research|portfolio manager|investor$|shareholder|sell.?side|buy.?side|journalist|reporter|media)\b/i
/** They speak for a company even where "investor" or "media" is in their title. */
const relationsRole = /\b(investor|shareholder|media|press|public) (and \w+ )?relations\b/i
const companyRole =
  /\b(chief|c[efoitm]o|coo|cfo|president|chair(man|woman|person)?|director|head|officer|treasurer|secretary|controller|founder|counsel|manager|investor relations|ir|executive|company|management|vice|vp|evp|svp|leader|partner|general manager|board)\b/i

/** The side by role and organization alone; unknown when they do not tell. */
export function sideOfRole(
  person: { readonly name: string; readonly role: string | null; readonly organization: string | null },
  company: CompanyName | null,
): SpeakerSide {
  const { name, role, organization } = person
  if (operator.test(name.trim()) || (role !== null && operatorRole.test(role))) return 'operator'
  const isOfCompany = organization !== null && company !== null && isSame(companyName(organization), company)
  if (isOfCompany) return 'company'
  if (role !== null && saysAnalyst(role)) return 'analyst'
  // A head of research of another firm asks; without a stated firm the role is the company's.
  if (role !== null && companyRole.test(role)) return organization === null || company === null ? 'company' : 'analyst'
  return organization !== null && company !== null ? 'analyst' : 'unknown'
}

/** Whether the role itself is that of an analyst. */
export function saysAnalyst(role: string): boolean {
  return analystRole.test(role) && !relationsRole.test(role)
}

const legalForms = new Set(
  'inc incorporated corp corporation co company companies ltd limited plc llc lp llp sa ag se nv bv spa ab asa oyj as gmbh kgaa holdings holding group the and'.split(
    ' ',
  ),
)

/** The words of a company's name by which it is compared, without its legal form. */
type CompanyName = readonly string[]

export function isSameCompany(one: string, other: string): boolean {
  return isSame(companyName(one), companyName(other))
}

function isSame(left: CompanyName, right: CompanyName): boolean {
  if (left.length === 0 || right.length === 0) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  return short.every((word, at) => long[at] === word)
}

export function companyName(company: string): CompanyName {
  const words = keyOf(plainName(company.replaceAll(',', ' '))).split(' ')
  const core = words.filter((word) => word !== '' && !legalForms.has(word))
  return core.length > 0 ? core : words.filter((word) => word !== '')
}
