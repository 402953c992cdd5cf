import type { EntityModel, RollupModel } from '../../../schemas/model/types.ts';
import {
  type ConditionOrGroup,
  type Conditions,
  type CustomFieldCondition,
  DAY_TEXT,
  type ActivityCondition,
  toMatch,
  NUMBER_TEXT,
} from '../../../schemas/segments/conditions.ts';
import type { Services } from '../../engine/resources/services.ts';
import {
  COUNT,
  rollupTableName,
  valuesTableName,
  DISTINCT_VALUE,
} from '../../engine/storage/events/rollupTables.ts';
import { matchToColumnsSql, isStorable, type Parameters } from '../../engine/storage/matchSql.ts';
import { columnsOf, quoteIdentifier, quoteLiteral, type SqlColumn } from '../../engine/storage/sql.ts';

/**
 * Translates conditions to SQL with parameters, for counting, sampling and sending; `meetsConditions`
 * (schemas/segments/meetsConditions.ts) gives the same result for one person. The SQL may be NULL instead of false, so
 * that indexes can be used: use it in a WHERE only, never below a NOT.
 * @param now reference of relative times
 * @param columns of the rows; default: those of `recordSourceSql(profile)`
 */
export function conditionsSql(
  { catalog }: Pick<Services, 'catalog'>,
  who: Conditions,
  parameters: Parameters,
  now: Date,
  columns: ReadonlyMap<string, SqlColumn> = columnsOf(catalog.require('profile').model),
): string {
  const message = catalog.require('message').model;
  return new ConditionTranslator(columns, message, parameters, now).groupSql(who);
}

class ConditionTranslator {
  constructor(
    private readonly columns: ReadonlyMap<string, SqlColumn>,
    private readonly message: EntityModel,
    private readonly parameters: Parameters,
    private readonly now: Date,
  ) {}

  groupSql({
    match,
    conditions = [],
  }: Pick<Conditions, 'match'> & { conditions?: readonly ConditionOrGroup[] }): string {
    if (conditions.length === 0) return match === 'all' ? 'true' : 'false';
    const parts = conditions.map((one) =>
      one.field === 'group' ? this.groupSql(one) : this.conditionSql(one),
    );
    return `(${parts.join(match === 'all' ? ' AND ' : ' OR ')})`;
  }

  private conditionSql(condition: Exclude<ConditionOrGroup, { field: 'group' }>): string {
    switch (condition.field) {
      case 'custom-field':
        return this.customFieldSql(condition);
      case 'message-count':
      case 'clicked-template':
      case 'received-campaign':
        return this.activitySql(condition);
      default:
        return matchToColumnsSql(this.columns, toMatch(condition, this.now), this.parameters);
    }
  }

  /** A condition on a custom field; a blank value counts as absent. */
  private customFieldSql({ name, is, values = [], number, date = '' }: CustomFieldCondition): string {
    if (!isStorable(name)) return String(is === 'none' || is === 'unknown');
    const field = `nullif(${this.columns.get('customFields')?.value ?? 'NULL::jsonb'} ->> ${this.parameters.add(name)}::text, '')`;
    const texts = values.filter((value) => isStorable(value));
    const oneOf = (): string => `coalesce(${field} = ANY(${this.parameters.add(texts)}::text[]), false)`;
    const guarded = (pattern: string, test: string): string =>
      `(CASE WHEN ${field} ~ ${quoteLiteral(pattern)} THEN ${test} ELSE false END)`;
    switch (is) {
      case 'known':
        return `(${field} IS NOT NULL)`;
      case 'unknown':
        return `(${field} IS NULL)`;
      case 'any':
        return oneOf();
      case 'none':
        return `(NOT ${oneOf()})`;
      case 'contains': {
        const parts = texts.map(
          (text) => `coalesce(strpos(${field}, ${this.parameters.add(text)}::text) > 0, false)`,
        );
        return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
      }
      case 'at-least':
      case 'at-most': {
        if (number === undefined) return 'false';
        const test = `(${field})::float8 ${is === 'at-least' ? '>=' : '<='} ${this.parameters.add(number)}::float8`;
        return guarded(NUMBER_TEXT.source, test);
      }
      case 'after':
      case 'before': {
        const test = `"left"(${field}, 10) COLLATE "C" ${is === 'after' ? '>=' : '<'} ${this.parameters.add(date)}::text`;
        return guarded(DAY_TEXT.source, test);
      }
    }
  }

  /** A condition on activity, as a subquery on roll-ups that runs once, not for each person. */
  private activitySql(condition: ActivityCondition): string {
    if (condition.field === 'clicked-template')
      return this.rollupMemberSql('taps', 'template', condition.template, condition.is);
    if (condition.field === 'received-campaign')
      return this.rollupMemberSql('reached', 'campaign', condition.campaign, condition.is);
    const { is, count } = condition;
    if (is === 'at-least' && count === 0) return 'true';
    const most = this.parameters.add(is === 'at-least' ? count : count + 1);
    const many = `id IN (${messageCounts(this.message)} HAVING sum(${COUNT}) >= ${most}::bigint)`;
    return is === 'at-least' ? `(${many})` : `(NOT ${many})`;
  }

  /** Whether the person is among the distinct people of a roll-up's group. */
  private rollupMemberSql(rollup: string, group: string, value: string, is: 'is' | 'is-not'): string {
    const table = quoteIdentifier(valuesTableName(this.message.name, rollup, 'profile'));
    const found = `id IN (SELECT ${DISTINCT_VALUE} FROM ${table} WHERE ${quoteIdentifier(group)} = ${this.parameters.add(value)}::text)`;
    return is === 'is' ? `(${found})` : `(NOT ${found})`;
  }
}

const BY_PERSON_ROLLUP: RollupModel['id'] = 'by-person';

/** SELECT of the people who wrote messages, grouped by person. */
const messageCounts = (message: EntityModel): string =>
  `SELECT profile::uuid FROM ${quoteIdentifier(rollupTableName(message.name, BY_PERSON_ROLLUP))} WHERE profile <> '' GROUP BY profile`;
