import { describe, expect, it } from 'vitest';
import { initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Malee Suwannarat', 'MS'],
    ['finn', 'F'],
    ['ณัฐธิดา ศรีสุวรรณ', 'ณศ'],
    ['เอก โชคดี', 'อช'],
    ['ผู้ใหญ่ลี ใจกว้าง', 'ผจ'],
    ['Krit (กฤษณ์) W.', 'Kก'],
    ['42', '4'],
    ['👩‍💻🌸', '👩‍💻'],
    ['', ''],
  ])('of %s are %s', (name, shown) => expect(initials(name)).toBe(shown));
});
