(** The meaning of a puzzle: this file is what the reader of a theorem has to understand.

    A puzzle is a board of cells, numbered from 0 in reading order, with givens and relations. A
    relation is about variables: the cells, and numbers from [cells] up for auxiliary variables of
    the rules. An assignment says which value each variable has. *)
From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

Inductive comparison := Equal | Unequal | AtMost | AtLeast.

Inductive relation :=
  | AllDifferent (vs : list Z)
  | Domain (v : Z) (values : list Z)
  | PairTable (u v : Z) (pairs : list (Z * Z))
  | DigitSetSum (vs : list Z) (total : Z)
  | Table (vs : list Z) (rows : list (list Z))
  | Linear (terms : list (Z * Z)) (c : comparison) (total : Z)
  | Automaton (vs starts accepting : list Z) (moves : list (Z * Z * Z))
  | Among (vs values : list Z) (c : comparison) (number : Z) (counter : option Z)
  | Element (index : Z) (array : list Z) (result first : Z)
  | ValueSet (vs : list Z) (sets : list (list Z))
  | Or (groups : list (list relation))
  | Guarded (v value : Z) (sense : bool) (r : relation).

Definition mem (x : Z) (l : list Z) : bool := existsb (Z.eqb x) l.

Fixpoint distinct (l : list Z) : bool :=
  match l with
  | [] => true
  | x :: l' => negb (mem x l') && distinct l'
  end.

Fixpoint same (l m : list Z) : bool :=
  match l, m with
  | [], [] => true
  | x :: l', y :: m' => (x =? y) && same l' m'
  | _, _ => false
  end.

Definition total_of (l : list Z) : Z := fold_right Z.add 0 l.

Definition compares (c : comparison) (x y : Z) : bool :=
  match c with
  | Equal => x =? y
  | Unequal => negb (x =? y)
  | AtMost => x <=? y
  | AtLeast => y <=? x
  end.

Definition same_set (l m : list Z) : bool :=
  forallb (fun x => mem x m) l && forallb (fun x => mem x l) m.

Definition place (array : list Z) (i : Z) : option Z :=
  if i <? 0 then None else nth_error array (Z.to_nat i).

(** Whether the moves (state, value, next state) lead from a state to an accepting one. *)
Fixpoint accepted (moves : list (Z * Z * Z)) (accepting : list Z) (values : list Z) (state : Z)
  : bool :=
  match values with
  | [] => mem state accepting
  | d :: rest =>
      existsb
        (fun '(s, x, next) => (s =? state) && (x =? d) && accepted moves accepting rest next)
        moves
  end.

Fixpoint holds (a : Z -> Z) (r : relation) : bool :=
  match r with
  | AllDifferent vs => distinct (map a vs)
  | Domain v values => mem (a v) values
  | PairTable u v pairs => existsb (fun '(x, y) => (x =? a u) && (y =? a v)) pairs
  | DigitSetSum vs total => distinct (map a vs) && (total_of (map a vs) =? total)
  | Table vs rows => existsb (same (map a vs)) rows
  | Linear terms c total => compares c (total_of (map (fun '(k, v) => k * a v) terms)) total
  | Automaton vs starts accepting moves =>
      existsb (accepted moves accepting (map a vs)) starts
  | Among vs values c number counter =>
      compares c
        (Z.of_nat (length (filter (fun v => mem (a v) values) vs)))
        (number + match counter with Some v => a v | None => 0 end)
  | Element index array result first =>
      match place array (a index - first) with
      | Some v => a v =? a result
      | None => false
      end
  | ValueSet vs sets => distinct (map a vs) && existsb (same_set (map a vs)) sets
  | Or groups => existsb (forallb (holds a)) groups
  | Guarded v value sense r' =>
      if Bool.eqb (a v =? value) sense then holds a r' else true
  end.

(** [o] in the givens is a cell without a given. *)
Definition o : Z := -1.

Record puzzle := {
  digits : list Z;  (* what a cell may hold *)
  givens : list (list Z);  (* row by row *)
  variables : Z;  (* the cells and the auxiliary variables *)
  relations : list relation
}.

Definition cells (p : puzzle) : Z := Z.of_nat (length (concat (givens p))).

Definition solution (p : puzzle) (a : Z -> Z) : Prop :=
  (forall c, 0 <= c < cells p -> In (a c) (digits p)) /\
  (forall c g, nth_error (concat (givens p)) c = Some g -> g <> o -> a (Z.of_nat c) = g) /\
  (forall r, In r (relations p) -> holds a r = true).

(** The assignment that lists the values of the variables from 0 on. *)
Definition listed (values : list Z) (v : Z) : Z := nth (Z.to_nat v) values o.

(** Two assignments are the same grid where their cells are equal. *)
Definition same_grid (p : puzzle) (a b : Z -> Z) : Prop := forall c, 0 <= c < cells p -> a c = b c.
