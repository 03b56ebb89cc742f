/** How far a call may go; 0 or nothing: no limit. */
export interface Limits {
  /** Seconds. */
  seconds?: number;
  /** Units of work, which are the same on every machine. */
  nodes?: number;
}

export type Verdict = "none" | "unique" | "multiple" | "undecided";
export type Level = "easy" | "medium" | "hard" | "expert" | "diabolical";
export type Code =
  | "none" | "multiple" | "undecided" | "invalid" | "unreadable" | "argument" | "memory" | "fault";

/** Why there is no answer. */
export class SudokuError extends Error {
  /** What went wrong, in a word. */
  readonly code: Code;
  /** The place in the text, from 1. */
  readonly column?: number;
  /** The cells at fault: ["r1c1", "r1c2"]. */
  readonly cells: string[];
}

/** Sudoku Explainer's rating. */
export interface Rating {
  /** Of the hardest step, of the hardest one up to the first digit, and of the first step. */
  er: number;
  ep: number;
  ed: number;
  steps: number;
  level: Level;
  /** The technique of the hardest step. */
  hardest: string;
}

/** A wish for a puzzle. The same seed, index and wish give the same puzzle. */
export interface Wish extends Limits {
  seed?: number;
  index?: number;
  symmetry?: "none" | "180" | "90" | "horizontal" | "vertical" | "diagonal" | "anti-diagonal";
  /** Exactly so many givens, 17 to 80. */
  clues?: number;
  /** No given can be spared. */
  minimal?: boolean;
  level?: Level;
}

/** Whether a puzzle (81 characters) has one solution, with it, or with two different ones. */
export function check(puzzle: string, limits?: Limits): { verdict: Verdict; solutions: string[] };

/** A solution; null where there is none. */
export function solve(puzzle: string, limits?: Limits): string | null;

/** The number of solutions, up to `most`; `exact` is false where there may be more. */
export function count(
  puzzle: string,
  limits?: Limits & { most?: number },
): { verdict: Verdict; count: number; exact: boolean };

/** By cell and digit, the solutions with it, counted up to `most` (1 where it is left out). */
export function candidates(
  puzzle: string,
  limits?: Limits & { most?: number },
): { verdict: Verdict; candidates: Record<string, Record<number, number>> };

/** How hard a puzzle with one solution is. */
export function rate(puzzle: string, limits?: Limits): Rating;

/** A puzzle with one solution. */
export function generate(wish?: Wish): { puzzle: string; solution: string; seed: number };

/** The least image under all symmetries: equivalent puzzles have the same. */
export function canonical(puzzle: string): string;
