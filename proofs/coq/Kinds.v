(** Each kind of relation: its clauses have a model exactly when the relation holds. *)
From Coq Require Import ZArith List Bool Lia Permutation.
From Satdoku Require Import Puzzle Cnf Encode.
Import ListNotations.
Open Scope Z_scope.

Ltac inv_lists :=
  repeat match goal with
  | H : In _ (flat_map _ _) |- _ => apply in_flat_map in H as (? & ? & ?)
  | H : In _ (map _ _) |- _ => apply in_map_iff in H as (? & ? & ?)
  | H : In _ (filter _ _) |- _ => apply filter_In in H as (? & ?)
  | H : In _ (_ ++ _) |- _ => apply in_app_or in H as [?|?]
  | H : In _ [] |- _ => destruct H
  | H : In _ (_ :: _) |- _ => destruct H as [?|?]
  | H : In _ (if ?b then _ else _) |- _ => destruct b eqn:?
  | x : (_ * _)%type |- _ => destruct x
  | H : _ /\ _ |- _ => destruct H
  | H : andb _ _ = true |- _ => apply andb_prop in H as (? & ?)
  | H : (_ =? _) = true |- _ => apply Z.eqb_eq in H
  | H : (_, _) = (_, _) |- _ => inversion H; clear H
  end; subst.

Lemma mem_in x l : mem x l = true <-> In x l.
Proof.
  unfold mem. rewrite existsb_exists. split.
  - intros (y & I & E). apply Z.eqb_eq in E. now subst.
  - intros I. exists x. split; auto. apply Z.eqb_refl.
Qed.

Lemma distinct_nodup l : distinct l = true <-> NoDup l.
Proof.
  induction l; simpl; [intuition constructor|]. rewrite andb_true_iff, negb_true_iff, IHl.
  rewrite <- not_true_iff_false, mem_in. split.
  - intros (? & ?). now constructor.
  - intros N. inversion N; auto.
Qed.

Lemma same_eq l m : same l m = true <-> l = m.
Proof.
  revert m. induction l; destruct m; simpl; try (split; congruence).
  rewrite andb_true_iff, Z.eqb_eq, IHl. split; [intros (-> & ->)|intros E; inversion E]; auto.
Qed.

Lemma same_set_iff l m : same_set l m = true <-> (forall x, In x l <-> In x m).
Proof.
  unfold same_set. rewrite andb_true_iff, !forallb_forall. setoid_rewrite mem_in. firstorder.
Qed.

Lemma clause_true_cons rho l c :
  clause_true rho (l :: c) <-> lit_true rho l = true \/ clause_true rho c.
Proof. unfold clause_true. simpl. firstorder; subst; eauto. Qed.

Lemma clause_true_nil rho : ~ clause_true rho [].
Proof. intros (l & [] & _). Qed.

Lemma lit_pos rho x : 0 < x -> lit_true rho x = rho x.
Proof. unfold lit_true. intros. now destruct (Z.ltb_spec 0 x); [|lia]. Qed.
Lemma lit_neg rho x : 0 < x -> lit_true rho (- x) = negb (rho x).
Proof. intros. rewrite lit_opposite, lit_pos by lia. reflexivity. Qed.

Definition extends (top : Z) (rho rho' : valuation) : Prop := forall x, x <= top -> rho' x = rho x.

Lemma extends_trans top top1 r1 r2 r3 :
  top <= top1 -> extends top r1 r2 -> extends top1 r2 r3 -> extends top r1 r3.
Proof. unfold extends. intros L E F x X. rewrite F, E by lia. reflexivity. Qed.
Lemma extends_refl top r : extends top r r.
Proof. easy. Qed.

Lemma extends_lit top r r' l : extends top r r' -> Z.abs l <= top -> lit_true r' l = lit_true r l.
Proof. unfold lit_true, extends. intros E B. destruct (Z.ltb_spec 0 l); now rewrite E by lia. Qed.

Lemma extends_clause top r r' c :
  extends top r r' -> below top c = true -> clause_true r c <-> clause_true r' c.
Proof.
  unfold below, clause_true. rewrite forallb_forall. intros E B.
  split; intros (l & I & T); exists l; split; auto; specialize (B l I);
    apply Z.leb_le in B; rewrite (extends_lit top r r') in *; auto.
Qed.

Lemma extends_models top r r' f :
  extends top r r' -> forallb (below top) f = true -> models r f -> models r' f.
Proof.
  rewrite forallb_forall. intros E B M c I. apply (extends_clause top r r'); auto.
Qed.

Lemma numbered_in {A} (l : list A) : forall top s x,
  In (s, x) (numbered top l) -> top < s <= after_all top l /\ In x l.
Proof.
  unfold after_all. induction l as [|y l IH]; simpl; intros top s x I; [easy|].
  destruct I as [I|I]; [inversion I; subst; split; [lia|auto]|].
  apply IH in I as (B & I). split; [lia|auto].
Qed.
Lemma in_numbered {A} (l : list A) : forall top x,
  In x l -> exists s, In (s, x) (numbered top l).
Proof.
  induction l as [|y l IH]; simpl; intros top x I; [easy|].
  destruct I as [->|I]; [eauto|]. destruct (IH (top + 1) x I) as (s & J). eauto.
Qed.

Lemma numbered_choice {A} (def : A -> bool) (l : list A) : forall top rho,
  exists rho', extends top rho rho' /\
    forall s x, In (s, x) (numbered top l) -> rho' s = def x.
Proof.
  induction l as [|y l IH]; intros top rho.
  - exists rho. split; [apply extends_refl|intros ? ? []].
  - destruct (IH (top + 1) (fun x => if x =? top + 1 then def y else rho x)) as (rho' & E & H).
    exists rho'. split.
    + intros x X. rewrite E by lia. destruct (Z.eqb_spec x (top + 1)); [lia|reflexivity].
    + intros s x [I|I]; [|now apply H]. inversion I; subst. rewrite E by lia. now rewrite Z.eqb_refl.
Qed.

Section Once.
  Variable A : Type.
  Variable eqb : A -> A -> bool.
  Hypothesis eqb_eq : forall x y, eqb x y = true <-> x = y.
  Lemma each_once_in l : forall met x, In x (each_once eqb l met) <-> In x l \/ In x met.
  Proof.
    induction l as [|y l IH]; simpl; intros met x.
    - rewrite <- in_rev. tauto.
    - rewrite IH. destruct (mem_state A eqb y met) eqn:M; simpl; [|intuition].
      unfold mem_state in M. apply existsb_exists in M as (z & I & E). apply eqb_eq in E. subst z.
      split; [intuition|]. intros [[->|I']|I']; auto.
  Qed.
End Once.

Section Kinds.
  Variable row : Z -> list (Z * Z).
  Variable count base : Z.
  Variable a : Z -> Z.
  Hypothesis base_least : 0 <= base.
  Hypothesis row_range : forall v d x, In (d, x) (row v) -> 0 < x <= base.
  Hypothesis has : forall v, known_variable count v = true -> exists x, In (a v, x) (row v).

  (** The literals of the candidates say which values the variables have. *)
  Definition linked (rho : valuation) : Prop :=
    forall v d x, In (d, x) (row v) -> rho x = (a v =? d).

  Lemma linked_lit rho v d x : linked rho -> In (d, x) (row v) -> lit_true rho x = (a v =? d).
  Proof. intros L I. rewrite lit_pos by (apply row_range in I; lia). eauto. Qed.
  Lemma linked_neg rho v d x :
    linked rho -> In (d, x) (row v) -> lit_true rho (- x) = negb (a v =? d).
  Proof. intros L I. rewrite lit_neg by (apply row_range in I; lia). f_equal. eauto. Qed.
  Lemma linked_extends rho rho' top : base <= top -> extends top rho rho' -> linked rho -> linked rho'.
  Proof. intros B E L v d x I. rewrite E by (apply row_range in I; lia). eauto. Qed.

  Lemma literals_of_in vs d x :
    In x (literals_of row vs d) <-> exists v, In v vs /\ In (d, x) (row v).
  Proof.
    unfold literals_of. rewrite in_flat_map. split.
    - intros (v & I & J). inv_lists. eauto.
    - intros (v & I & J). exists v. split; auto. apply in_map_iff. exists (d, x). split; auto.
      apply filter_In. split; auto. apply Z.eqb_refl.
  Qed.

  Lemma open_in v d : open row v d = true <-> exists x, In (d, x) (row v).
  Proof.
    unfold open. rewrite existsb_exists. split.
    - intros ((e & x) & I & E). inv_lists. eauto.
    - intros (x & I). exists (d, x). split; auto. apply Z.eqb_refl.
  Qed.

  Lemma known_open v : known_variable count v = true -> open row v (a v) = true.
  Proof. intros K. apply open_in. auto. Qed.

  Lemma literals_true rho vs d :
    linked rho -> clause_true rho (literals_of row vs d) -> In d (map a vs).
  Proof.
    intros L (x & I & T). apply literals_of_in in I as (v & I & J).
    rewrite (linked_lit rho v d x L J) in T. inv_lists. now apply in_map.
  Qed.

  Definition all_known (vs : list Z) : Prop := forallb (known_variable count) vs = true.
  Lemma all_known_in vs v : all_known vs -> In v vs -> known_variable count v = true.
  Proof. unfold all_known. rewrite forallb_forall. auto. Qed.

  Lemma true_literals rho vs d :
    all_known vs -> linked rho -> In d (map a vs) -> clause_true rho (literals_of row vs d).
  Proof.
    intros K L I. apply in_map_iff in I as (v & <- & I).
    destruct (has v) as (x & J); [eapply all_known_in; eauto|].
    exists x. split; [apply literals_of_in; eauto|]. rewrite (linked_lit rho v _ x L J).
    apply Z.eqb_refl.
  Qed.

  Lemma unless_or rho unless c : clause_true rho unless -> clause_true rho (unless ++ c).
  Proof. rewrite clause_true_app. auto. Qed.
  Lemma unless_not rho unless c :
    ~ clause_true rho unless -> clause_true rho (unless ++ c) -> clause_true rho c.
  Proof. rewrite clause_true_app. tauto. Qed.

  (** What is shown of the clauses of a relation that [h] says to hold or not. *)
  Definition sound (h : bool) (unless : clause) (top : Z) (f : cnf) : Prop :=
    forall rho, linked rho -> h = true \/ clause_true rho unless ->
    exists rho', extends top rho rho' /\ models rho' f.
  Definition complete (h : bool) (unless : clause) (f : cnf) : Prop :=
    forall rho, linked rho -> models rho f -> ~ clause_true rho unless -> h = true.

  (** Clauses without variables of their own. *)
  Lemma sound_plain h unless top f :
    (forall rho, linked rho -> h = true -> models rho f) ->
    (forall c, In c f -> exists d, c = unless ++ d) -> sound h unless top f.
  Proof.
    intros M U rho L [H|H]; exists rho; split; auto using extends_refl.
    intros c I. destruct (U c I) as (d & ->). now apply unless_or.
  Qed.

  (** ** AllDifferent *)
  Lemma differing_models rho vs : linked rho -> NoDup (map a vs) -> models rho (differing row [] vs).
  Proof.
    intros L. induction vs as [|u vs IH]; simpl; intros N; [easy|]. inversion N as [|? ? NI N']; subst.
    apply models_app. split; [|auto]. intros c I. unfold differ in I. inv_lists. simpl.
    apply clause_true_cons. rewrite (linked_neg rho u _ _ L H0).
    destruct (Z.eqb_spec (a u) z1) as [E|E]; [right|now left].
    apply clause_true_cons. left. rewrite (linked_neg rho x _ _ L H1).
    destruct (Z.eqb_spec (a x) z1) as [E'|E']; [|reflexivity].
    exfalso. apply NI. rewrite E, <- E'. now apply in_map.
  Qed.

  Lemma differing_unless rho unless vs :
    models rho (differing row [] vs) \/ clause_true rho unless -> models rho (differing row unless vs).
  Proof.
    intros H. induction vs as [|u vs IH]; simpl; [easy|]. apply models_app. split.
    - intros c I. unfold differ in I. inv_lists. apply clause_true_app.
      destruct H as [H|H]; [right|now left]. apply H. simpl. apply in_or_app. left.
      apply in_flat_map. eexists. split; [eassumption|]. unfold differ.
      apply in_flat_map. eexists. split; [eassumption|]. simpl.
      apply in_flat_map. eexists. split; [eassumption|]. simpl. rewrite Z.eqb_refl. now left.
    - apply IH. destruct H as [H|H]; [left|now right]. simpl in H. now apply models_app in H.
  Qed.

  Lemma differing_nodup rho unless vs :
    all_known vs -> linked rho -> ~ clause_true rho unless ->
    models rho (differing row unless vs) -> NoDup vs -> NoDup (map a vs).
  Proof.
    intros K L U. induction vs as [|u vs IH]; simpl; intros M N; [constructor|].
    inversion N; subst. apply models_app in M as (M & M').
    unfold all_known in K. simpl in K. apply andb_prop in K as (Ku & K).
    constructor; [|now apply IH]. intros I. apply in_map_iff in I as (v & E & I).
    destruct (has u Ku) as (x & X). destruct (has v) as (y & Y); [eapply all_known_in; eauto|].
    assert (C : clause_true rho [- x; - y]).
    { apply (unless_not rho unless); auto. apply M. apply in_flat_map. exists v. split; auto.
      unfold differ. apply in_flat_map. exists (a u, x). split; auto.
      apply in_flat_map. exists (a v, y). split; auto. rewrite E, Z.eqb_refl. now left. }
    rewrite !clause_true_cons in C. rewrite (linked_neg _ _ _ _ L X), (linked_neg _ _ _ _ L Y) in C.
    rewrite !Z.eqb_refl in C. destruct C as [C|[C|C]]; try discriminate. now apply clause_true_nil in C.
  Qed.

  Lemma nodup_of_map vs : NoDup (map a vs) -> NoDup vs.
  Proof. apply NoDup_map_inv. Qed.

  Lemma different_models rho unless vs :
    linked rho -> NoDup (map a vs) \/ clause_true rho unless -> models rho (different row unless vs).
  Proof.
    intros L H. unfold different. apply models_app. split.
    - destruct (distinct vs) eqn:D; [easy|]. intros c [<-|[]]. destruct H as [H|H]; auto.
      apply nodup_of_map, distinct_nodup in H. congruence.
    - apply differing_unless. destruct H as [H|H]; auto. left. now apply differing_models.
  Qed.

  Lemma different_nodup rho unless vs :
    all_known vs -> linked rho -> ~ clause_true rho unless ->
    models rho (different row unless vs) -> NoDup (map a vs).
  Proof.
    unfold different. intros K L U M. apply models_app in M as (D & M).
    apply (differing_nodup rho unless); auto. apply distinct_nodup.
    destruct (distinct vs); auto. exfalso. apply U. apply D. now left.
  Qed.

  Lemma group_models rho vs values :
    all_known vs -> linked rho -> NoDup (map a vs) -> incl (map a vs) values ->
    models rho (group row vs values).
  Proof.
    intros K L N S. unfold group. pose proof (NoDup_incl_length N S) as LE.
    rewrite map_length in LE.
    assert (E : (Nat.ltb (length values) (length vs)) || negb (distinct vs) = false).
    { apply orb_false_iff. split; [apply PeanoNat.Nat.ltb_ge; lia|].
      apply negb_false_iff, distinct_nodup, nodup_of_map; auto. }
    rewrite E. apply models_app. split; [|now apply differing_models].
    destruct (Nat.eqb_spec (length vs) (length values)); [|easy].
    intros c I. apply in_map_iff in I as (d & <- & I). apply true_literals; auto.
    apply (NoDup_length_incl N (l' := values)); auto. rewrite map_length. lia.
  Qed.

  Lemma group_nodup rho vs values :
    all_known vs -> linked rho -> models rho (group row vs values) -> NoDup (map a vs).
  Proof.
    unfold group. intros K L M. destruct (_ || _) eqn:E.
    - exfalso. apply (clause_true_nil rho). apply M. now left.
    - apply models_app in M as (_ & M). apply orb_false_iff in E as (_ & D).
      apply (differing_nodup rho []); auto using clause_true_nil.
      apply distinct_nodup. now destruct (distinct vs).
  Qed.

  (** ** Domain *)
  Lemma domain_sound unless top v values :
    sound (mem (a v) values) unless top (within_domain row unless v values).
  Proof.
    apply sound_plain; unfold within_domain.
    - intros rho L H c I. apply in_flat_map in I as ((d, x) & J & I).
      destruct (mem d values) eqn:M; [destruct I|]. destruct I as [<-|[]].
      apply clause_true_app. right. apply clause_true_cons. left.
      rewrite (linked_neg rho v d x L J). destruct (Z.eqb_spec (a v) d) as [E|]; [rewrite E in H; congruence|reflexivity].
    - intros c I. apply in_flat_map in I as ((d, x) & J & I).
      destruct (mem d values); [destruct I|]. destruct I as [<-|[]]. eauto.
  Qed.

  Lemma domain_complete unless v values :
    known_variable count v = true ->
    complete (mem (a v) values) unless (within_domain row unless v values).
  Proof.
    intros K rho L M U. destruct (has v K) as (x & J). destruct (mem (a v) values) eqn:E; auto.
    exfalso. assert (C : clause_true rho [- x]).
    { apply (unless_not rho unless); auto. apply M. apply in_flat_map. exists (a v, x).
      split; auto. rewrite E. now left. }
    apply clause_true_cons in C as [C|C]; [|now apply clause_true_nil in C].
    rewrite (linked_neg rho v _ x L J), Z.eqb_refl in C. discriminate.
  Qed.

  (** ** PairTable *)
  Lemma partners_models rho unless allowed u v :
    all_known [u; v] -> linked rho -> allowed (a u) (a v) = true \/ clause_true rho unless ->
    models rho (partners row unless allowed u v).
  Proof.
    intros K L H c I. unfold partners in I. apply in_flat_map in I as ((d, x) & J & I).
    assert (V : exists y, In (a v, y) (row v)) by (apply has, (all_known_in _ _ K); simpl; auto).
    destruct V as (z & V).
    set (bad := filter (fun '(e, _) => negb (allowed d e)) (row v)) in *.
    assert (C : c = unless ++ - x :: map snd (filter (fun '(e, _) => allowed d e) (row v))
                \/ exists e y, In (e, y) bad /\ c = unless ++ [- x; - y]).
    { destruct bad as [|(e, y) [|? ?]] eqn:B; simpl in I; [destruct I| |]; destruct I as [<-|[]]; auto.
      right. exists e, y. split; auto. now left. }
    destruct H as [H|H]; [|destruct C as [->|(e & y & _ & ->)]; now apply unless_or].
    destruct C as [->|(e & y & B & ->)]; apply clause_true_app; right; apply clause_true_cons;
      rewrite (linked_neg rho u d x L J); (destruct (Z.eqb_spec (a u) d) as [<-|]; [right|now left]).
    - exists z. split.
      + apply in_map_iff. exists (a v, z). split; auto. apply filter_In. auto.
      + rewrite (linked_lit rho v _ z L V). apply Z.eqb_refl.
    - apply filter_In in B as (B & N). apply clause_true_cons. left.
      rewrite (linked_neg rho v e y L B). destruct (Z.eqb_spec (a v) e) as [<-|]; auto.
      rewrite H in N. discriminate.
  Qed.

  Lemma partners_allowed rho unless allowed u v :
    all_known [u; v] -> linked rho -> ~ clause_true rho unless ->
    models rho (partners row unless allowed u v) -> allowed (a u) (a v) = true.
  Proof.
    intros K L U M.
    assert (H : exists x, In (a u, x) (row u)) by (apply has, (all_known_in _ _ K); simpl; auto).
    destruct H as (x & J).
    assert (V : exists y, In (a v, y) (row v)) by (apply has, (all_known_in _ _ K); simpl; auto).
    destruct V as (y & V). destruct (allowed (a u) (a v)) eqn:E; auto. exfalso.
    set (good := filter (fun '(e, _) => allowed (a u) e) (row v)) in *.
    set (bad := filter (fun '(e, _) => negb (allowed (a u) e)) (row v)) in *.
    assert (B : In (a v, y) bad) by (apply filter_In; now rewrite E).
    assert (C : clause_true rho (- x :: map snd good) \/ (bad = [(a v, y)] /\ clause_true rho [- x; - y])).
    { destruct bad as [|(e, z) [|p rest]] eqn:Bad; [destruct B| |].
      - destruct B as [B|[]]. inversion B; subst. right. split; auto.
        apply (unless_not rho unless); auto. apply M. unfold partners. apply in_flat_map.
        exists (a u, x). split; auto. fold bad. rewrite Bad. now left.
      - left. apply (unless_not rho unless); auto. apply M. unfold partners. apply in_flat_map.
        exists (a u, x). split; auto. fold bad good. rewrite Bad. now left. }
    rewrite !clause_true_cons in C. rewrite (linked_neg rho u _ x L J), Z.eqb_refl in C.
    destruct C as [[C|(z & I & T)]|(_ & C)]; try discriminate.
    - apply in_map_iff in I as ((e, w) & <- & I). apply filter_In in I as (I & A). simpl in T.
      rewrite (linked_lit rho v e w L I) in T. apply Z.eqb_eq in T as <-. congruence.
    - rewrite (linked_neg rho v _ y L V), Z.eqb_refl in C.
      destruct C as [C|[C|C]]; try discriminate. now apply clause_true_nil in C.
  Qed.

  Lemma partners_unless unless allowed u v c :
    In c (partners row unless allowed u v) -> exists d, c = unless ++ d.
  Proof.
    unfold partners. intros I. apply in_flat_map in I as ((d, x) & J & I).
    destruct (map snd (filter _ (row v))) as [|y [|? ?]]; [destruct I| |]; destruct I as [<-|[]]; eauto.
  Qed.

  Lemma pairs_sound unless top u v pairs :
    all_known [u; v] ->
    sound (has_pair pairs (a u) (a v)) unless top (pairs_of row unless u v pairs).
  Proof.
    intros K. unfold pairs_of. destruct (Z.eqb_spec u v) as [<-|N].
    - apply sound_plain.
      + intros rho L H c I. apply in_flat_map in I as ((d, x) & J & I).
        destruct (has_pair pairs d d) eqn:P; [destruct I|]. destruct I as [<-|[]].
        apply clause_true_app. right. apply clause_true_cons. left.
        rewrite (linked_neg rho u d x L J). destruct (Z.eqb_spec (a u) d) as [E|]; [rewrite E in H; congruence|reflexivity].
      + intros c I. apply in_flat_map in I as ((d, x) & J & I).
        destruct (has_pair pairs d d); [destruct I|]. destruct I as [<-|[]]. eauto.
    - apply sound_plain.
      + intros rho L H. apply models_app. split; apply partners_models; auto.
        unfold all_known in *. simpl in *. rewrite !andb_true_iff in *. tauto.
      + intros c I. apply in_app_or in I as [I|I]; eapply partners_unless; eauto.
  Qed.

  Lemma pairs_complete unless u v pairs :
    all_known [u; v] ->
    complete (has_pair pairs (a u) (a v)) unless (pairs_of row unless u v pairs).
  Proof.
    intros K rho L M U. unfold pairs_of in M. destruct (Z.eqb_spec u v) as [<-|N].
    - destruct (has u) as (x & J); [apply (all_known_in _ _ K); simpl; auto|].
      destruct (has_pair pairs (a u) (a u)) eqn:E; auto. exfalso.
      assert (C : clause_true rho [- x]).
      { apply (unless_not rho unless); auto. apply M. apply in_flat_map. exists (a u, x).
        split; auto. rewrite E. now left. }
      apply clause_true_cons in C as [C|C]; [|now apply clause_true_nil in C].
      rewrite (linked_neg rho u _ x L J), Z.eqb_refl in C. discriminate.
    - apply models_app in M as (M & _). exact (partners_allowed rho unless _ u v K L U M).
  Qed.

  (** ** Element *)
  Lemma equal_models rho unless x u v :
    all_known [u; v] -> linked rho ->
    a u = a v \/ lit_true rho (- x) = true \/ clause_true rho unless ->
    models rho (equal row unless x u v).
  Proof.
    intros K L H c I. unfold equal in I. apply in_map_iff in I as ((d, y) & <- & I).
    apply clause_true_app. rewrite !clause_true_cons. destruct H as [H|[H|H]]; auto.
    right. right. rewrite (linked_neg rho u d y L I).
    destruct (Z.eqb_spec (a u) d) as [<-|]; [right|now left].
    apply true_literals; auto.
    - unfold all_known in *. simpl in *. rewrite !andb_true_iff in *. tauto.
    - simpl. auto.
  Qed.

  Lemma equal_equal rho unless x u v :
    all_known [u; v] -> linked rho -> ~ clause_true rho unless -> lit_true rho (- x) = false ->
    models rho (equal row unless x u v) -> a u = a v.
  Proof.
    intros K L U X M. destruct (has u) as (y & J); [apply (all_known_in _ _ K); simpl; auto|].
    assert (C : clause_true rho (- x :: - y :: literals_of row [v] (a u))).
    { apply (unless_not rho unless); auto. apply M. apply in_map_iff. now exists (a u, y). }
    rewrite !clause_true_cons, X, (linked_neg rho u _ y L J), Z.eqb_refl in C.
    destruct C as [C|[C|C]]; try discriminate. apply literals_true in C; auto.
    destruct C as [C|[]]. auto.
  Qed.

  Lemma equal_unless unless x u v c : In c (equal row unless x u v) -> exists d, c = unless ++ d.
  Proof. unfold equal. intros I. apply in_map_iff in I as ((d, y) & <- & I). eauto. Qed.

  Definition element_holds i array result first : bool :=
    match place array (a i - first) with Some v => a v =? a result | None => false end.

  Lemma place_in array k v : place array k = Some v -> In v array.
  Proof. unfold place. destruct (k <? 0); [discriminate|]. apply nth_error_In. Qed.

  Lemma element_known i array result v :
    all_known (i :: result :: array) -> In v array ->
    known_variable count i = true /\ all_known [v; result] /\ all_known [result; v].
  Proof.
    unfold all_known. simpl. rewrite !andb_true_iff. intros (I & R & K) J.
    rewrite forallb_forall in K. pose proof (K v J). repeat split; auto.
  Qed.

  Lemma element_sound unless top i array result first :
    all_known (i :: result :: array) ->
    sound (element_holds i array result first) unless top (element row unless i array result first).
  Proof.
    intros K. apply sound_plain.
    - intros rho L H c I. unfold element in I. apply in_flat_map in I as ((d, x) & J & I).
      unfold element_holds in H.
      assert (X : a i = d \/ lit_true rho (- x) = true).
      { rewrite (linked_neg rho i d x L J). destruct (Z.eqb_spec (a i) d); auto. }
      destruct (place array (d - first)) as [v|] eqn:P.
      + destruct (element_known i array result v K) as (_ & K1 & K2); [eapply place_in; eauto|].
        revert c I. change (models rho (equal row unless x v result ++ equal row unless x result v)).
        destruct X as [<-|X]; [rewrite P in H; apply Z.eqb_eq in H|];
          apply models_app; split; apply equal_models; auto.
      + destruct I as [<-|[]]. apply clause_true_app. right. apply clause_true_cons. left.
        destruct X as [<-|X]; auto. rewrite P in H. discriminate.
    - intros c I. unfold element in I. apply in_flat_map in I as ((d, x) & J & I).
      destruct (place array (d - first)); [|destruct I as [<-|[]]; eauto].
      apply in_app_or in I as [I|I]; eapply equal_unless; eauto.
  Qed.

  Lemma element_complete unless i array result first :
    all_known (i :: result :: array) ->
    complete (element_holds i array result first) unless (element row unless i array result first).
  Proof.
    intros K rho L M U. unfold element_holds. destruct (has i) as (x & J).
    { apply (all_known_in _ _ K). now left. }
    assert (X : lit_true rho (- x) = false).
    { rewrite (linked_neg rho i _ x L J), Z.eqb_refl. reflexivity. }
    assert (M' : forall c,
      In c (match place array (a i - first) with
            | None => [unless ++ [- x]]
            | Some v => equal row unless x v result ++ equal row unless x result v end) ->
      clause_true rho c).
    { intros c I. apply M. unfold element. apply in_flat_map. exists (a i, x). auto. }
    destruct (place array (a i - first)) as [v|] eqn:P.
    - destruct (element_known i array result v K) as (_ & K1 & _); [eapply place_in; eauto|].
      apply Z.eqb_eq. apply (equal_equal rho unless x); auto. intros c I. apply M'. apply in_or_app. auto.
    - exfalso. assert (C : clause_true rho [- x]).
      { apply (unless_not rho unless); auto. apply M'. now left. }
      rewrite clause_true_cons, X in C. destruct C as [C|C]; [discriminate|now apply clause_true_nil in C].
  Qed.

  (** ** Choices: a variable for each member of a list, one of which is true. *)
  Lemma choice_positive {A} top (l : list A) s x :
    base <= top -> In (s, x) (numbered top l) -> 0 < s.
  Proof. intros B I. apply numbered_in in I as (R & _). lia. Qed.

  Lemma chosen_true {A} rho top (l : list A) :
    base <= top -> clause_true rho (map fst (numbered top l)) ->
    exists s x, In (s, x) (numbered top l) /\ rho s = true.
  Proof.
    intros B (s & I & T). apply in_map_iff in I as ((s', x) & <- & I). simpl in T.
    rewrite lit_pos in T by (eapply choice_positive; eauto). eauto.
  Qed.

  Lemma true_choice {A} rho top (l : list A) s x (p : A -> bool) :
    base <= top -> In (s, x) (numbered top l) -> rho s = true -> p x = true ->
    clause_true rho (map fst (filter (fun '(_, y) => p y) (numbered top l))).
  Proof.
    intros B I T P. exists s. split.
    - apply in_map_iff. exists (s, x). split; auto. apply filter_In. auto.
    - rewrite lit_pos; auto. eapply choice_positive; eauto.
  Qed.

  Lemma fst_true {A} rho top (l : list A) s x :
    base <= top -> In (s, x) (numbered top l) -> rho s = true ->
    clause_true rho (map fst (numbered top l)).
  Proof.
    intros B I T. exists s. split; [apply in_map_iff; exists (s, x); auto|].
    rewrite lit_pos; auto. eapply choice_positive; eauto.
  Qed.

  (** ** Table *)
  Lemma fits_self vs : all_known vs -> fits row vs (map a vs) = true.
  Proof.
    induction vs as [|v vs IH]; simpl; auto. unfold all_known. simpl.
    rewrite !andb_true_iff. intros (K & K'). split; auto using known_open.
  Qed.

  Lemma demands_models rho vs values s :
    all_known vs -> linked rho -> 0 < s -> (rho s = true -> values = map a vs) ->
    models rho (demands row vs values s).
  Proof.
    intros K L S. revert values. induction vs as [|v vs IH]; intros values H; [easy|].
    destruct values as [|d values]; [easy|]. cbn [demands]. unfold all_known in *. simpl in K.
    apply andb_prop in K as (Kv & K). intros c [<-|I].
    - apply clause_true_app. destruct (rho s) eqn:R.
      + left. specialize (H eq_refl). inversion H; subst. apply true_literals; auto.
        * unfold all_known. simpl. now rewrite Kv.
        * simpl. auto.
      + right. apply clause_true_cons. left. rewrite lit_neg, R by exact S. reflexivity.
    - apply (IH K values); auto. intros R. specialize (H R). now inversion H.
  Qed.

  Lemma demands_values rho vs values s :
    linked rho -> 0 < s -> rho s = true -> fits row vs values = true ->
    models rho (demands row vs values s) -> values = map a vs.
  Proof.
    intros L S R. revert values. induction vs as [|v vs IH]; intros [|d values] F M; simpl in F;
      try discriminate; auto.
    apply andb_prop in F as (_ & F). simpl. f_equal.
    - assert (C : clause_true rho (literals_of row [v] d ++ [- s])) by (apply M; now left).
      apply clause_true_app in C as [C|C].
      + apply literals_true in C; auto. destruct C as [<-|[]]. auto.
      + apply clause_true_cons in C as [C|C]; [|now apply clause_true_nil in C].
        rewrite lit_neg, R in C by exact S. discriminate.
    - apply IH; auto. intros c I. apply M. now right.
  Qed.

  Lemma columns_models rho unless vs : forall chosen,
    linked rho -> (forall s values, In (s, values) chosen -> 0 < s) ->
    (exists s, In (s, map a vs) chosen /\ rho s = true) \/ clause_true rho unless ->
    models rho (columns row unless vs chosen).
  Proof.
    induction vs as [|v vs IH]; intros chosen L P H; simpl; [easy|]. apply models_app. split.
    - intros c I. apply in_map_iff in I as ((d, x) & <- & I). apply clause_true_app.
      destruct H as [(s & J & T)|H]; [right|now left]. apply clause_true_cons.
      rewrite (linked_neg rho v d x L I). destruct (Z.eqb_spec (a v) d) as [<-|]; [right|now left].
      exists s. split.
      + apply in_map_iff. exists (s, map a (v :: vs)). split; auto. apply filter_In. split; auto.
        simpl. apply Z.eqb_refl.
      + rewrite lit_pos; eauto.
    - apply IH; auto.
      + intros s values I. apply in_map_iff in I as ((s', values') & E & I). inversion E; subst. eauto.
      + destruct H as [(s & J & T)|H]; [left|now right]. exists s. split; auto.
        apply in_map_iff. exists (s, map a (v :: vs)). auto.
  Qed.

  Lemma table_sound unless vs rows top :
    all_known vs -> base <= top -> below top unless = true ->
    sound (existsb (same (map a vs)) rows) unless top (fst (table row unless vs rows top)).
  Proof.
    intros K B BU rho L H. unfold table. cbn [fst].
    destruct (numbered_choice (same (map a vs)) (filter (fits row vs) rows) top rho) as (rho' & E & D).
    exists rho'. split; auto. assert (L' : linked rho') by (eapply linked_extends; eauto).
    assert (H' : (exists s, In (s, map a vs) (numbered top (filter (fits row vs) rows)) /\ rho' s = true)
                 \/ clause_true rho' unless).
    { destruct H as [H|H]; [left|right; now apply (extends_clause top rho)].
      apply existsb_exists in H as (values & I & S). apply same_eq in S. subst values.
      destruct (in_numbered (filter (fits row vs) rows) top (map a vs)) as (s & J).
      - apply filter_In. split; auto using fits_self.
      - exists s. split; auto. rewrite (D _ _ J). now apply same_eq. }
    intros c [<-|I]; [|apply in_app_or in I as [I|I]].
    - apply clause_true_app. destruct H' as [(s & J & T)|H']; auto. right. eapply fst_true; eauto.
    - apply in_flat_map in I as ((s, values) & J & I). revert c I.
      apply demands_models; auto; [eapply choice_positive; eauto|].
      intros T. rewrite (D _ _ J) in T. apply same_eq in T. auto.
    - revert c I. apply columns_models; auto. intros s values. apply choice_positive; auto.
  Qed.

  Lemma table_complete unless vs rows top :
    base <= top -> complete (existsb (same (map a vs)) rows) unless (fst (table row unless vs rows top)).
  Proof.
    intros B rho L M U. unfold table in M. cbn [fst] in M.
    assert (C : clause_true rho (map fst (numbered top (filter (fits row vs) rows)))).
    { apply (unless_not rho unless); auto. apply M. now left. }
    apply chosen_true in C as (s & values & I & T); auto.
    pose proof (choice_positive _ _ _ _ B I) as S.
    pose proof I as J. apply numbered_in in J as (_ & J). apply filter_In in J as (J & F).
    apply existsb_exists. exists values. split; auto. apply same_eq. symmetry.
    apply (demands_values rho vs values s); auto. intros c Ic. apply M. right. apply in_or_app. left.
    apply in_flat_map. now exists (s, values).
  Qed.

  (** ** Runs *)
  Section Runs.
    Variable state : Type.
    Variable same_state : state -> state -> bool.
    Hypothesis same_state_eq : forall p q, same_state p q = true <-> p = q.

    (** The literals of a row say which value it has. *)
    Definition reads (rho : valuation) (r : list (Z * Z)) (d : Z) : Prop :=
      (forall e x, In (e, x) r -> x <> 0 /\ lit_true rho x = (d =? e)) /\ exists x, In (d, x) r.
    Definition bounded (top : Z) (r : list (Z * Z)) : Prop :=
      forall e x, In (e, x) r -> Z.abs x <= top.

    Lemma reads_extends top rho rho' r d :
      bounded top r -> extends top rho rho' -> reads rho r d -> reads rho' r d.
    Proof.
      intros B E (R & H). split; auto. intros e x I. destruct (R e x I) as (N & T). split; auto.
      rewrite (extends_lit top rho rho'); eauto.
    Qed.

    Lemma Forall2_reads_extends top rho rho' rows values :
      Forall (bounded top) rows -> extends top rho rho' -> Forall2 (reads rho) rows values ->
      Forall2 (reads rho') rows values.
    Proof.
      intros B E F. induction F; constructor; inversion B; subst; eauto using reads_extends.
    Qed.

    Lemma variables_of_in next ends n :
      In n (variables_of same_state next ends) <-> exists q, In q ends /\ In (n, q) next.
    Proof.
      unfold variables_of. rewrite in_flat_map. split.
      - intros (q & I & J). apply in_map_iff in J as ((m, p) & E & J). simpl in E. subst m.
        apply filter_In in J as (J & S). apply same_state_eq in S. subst p. eauto.
      - intros (q & I & J). exists q. split; auto. apply in_map_iff. exists (n, q). split; auto.
        apply filter_In. split; auto. now apply same_state_eq.
    Qed.

    Definition ends_met (after : step state) (r : list (Z * Z)) (states : list (Z * state)) :=
      each_once same_state
        (flat_map (fun '(_, q) => flat_map (fun '(d, _) => ends_of (after q d)) r) states) [].

    Lemma ends_met_in after r states s q d x to e :
      In (s, q) states -> In (d, x) r -> after q d = Some to -> In e to ->
      In e (ends_met after r states).
    Proof.
      intros I J A T. unfold ends_met. apply (each_once_in _ _ same_state_eq). left.
      apply in_flat_map. exists (s, q). split; auto. apply in_flat_map. exists (d, x). split; auto.
      rewrite A. exact T.
    Qed.

    Lemma run_cons r rows after steps states top :
      fst (run same_state (r :: rows) (after :: steps) states top) =
      flat_map
        (fun '(s, q) =>
           flat_map
             (fun '(d, x) =>
                match after q d with
                | None => []
                | Some to =>
                    [- s :: - x
                     :: variables_of same_state (numbered top (ends_met after r states)) to]
                end)
             r)
        states
      ++ fst (run same_state rows steps (numbered top (ends_met after r states))
                (after_all top (ends_met after r states))).
    Proof.
      simpl. unfold ends_met.
      match goal with |- context [run same_state rows steps ?a ?b] =>
        destruct (run same_state rows steps a b) as (g, t) end.
      reflexivity.
    Qed.

    Lemma run_sound rows : forall steps values states top rho,
      0 <= top -> Forall (bounded top) rows -> Forall2 (reads rho) rows values ->
      (forall s q, In (s, q) states ->
         0 < s <= top /\ (rho s = true -> accepts steps values q = true)) ->
      exists rho', extends top rho rho' /\
        models rho' (fst (run same_state rows steps states top)).
    Proof.
      induction rows as [|r rows IH]; intros steps values states top rho T B R S.
      { exists rho. split; [apply extends_refl|easy]. }
      destruct steps as [|after steps]; [exists rho; split; [apply extends_refl|easy]|].
      rewrite run_cons. inversion R as [|? d0 ? values' R1 R2]; subst. inversion B as [|? ? B1 B2]; subst.
      set (ends := ends_met after r states).
      destruct (numbered_choice (accepts steps values') ends top rho) as (rho1 & E1 & D).
      assert (TE : top <= after_all top ends) by (unfold after_all; lia).
      destruct (IH steps values' (numbered top ends) (after_all top ends) rho1) as (rho' & E & M).
      - lia.
      - eapply Forall_impl; [|exact B2]. intros r' Br e x I. specialize (Br e x I). lia.
      - eapply Forall2_reads_extends; eauto.
      - intros s q I. pose proof I as J. apply numbered_in in J as (J & _). split; [lia|].
        rewrite (D s q I). auto.
      - assert (E' : extends top rho rho') by (eapply extends_trans; eauto).
        exists rho'. split; auto. apply models_app. split; auto.
        intros c I. apply in_flat_map in I as ((s, q) & I & J).
        apply in_flat_map in J as ((d, x) & J & C). destruct (after q d) as [to|] eqn:A; [|destruct C].
        destruct C as [<-|[]]. rewrite !clause_true_cons. destruct (S s q I) as (Bs & H).
        rewrite lit_neg, (E' s) by lia. destruct (rho s) eqn:Rs; [right|now left].
        specialize (H eq_refl). destruct R1 as (R1 & _). destruct (R1 d x J) as (N & Tx).
        rewrite lit_opposite by exact N.
        rewrite (extends_lit top rho rho' x) by (auto; now apply (B1 d)). rewrite Tx.
        destruct (Z.eqb_spec d0 d) as [<-|]; [right|now left]. simpl in H. rewrite A in H.
        apply existsb_exists in H as (e & K & H).
        destruct (in_numbered ends top e) as (n & Hn); [eapply ends_met_in; eauto|].
        exists n. split; [apply variables_of_in; eauto|].
        pose proof Hn as P. apply numbered_in in P as (P & _).
        rewrite lit_pos, E by lia. rewrite (D n e Hn). exact H.
    Qed.

    Lemma run_complete rows : forall steps values states top rho s q,
      0 <= top -> Forall2 (reads rho) rows values ->
      models rho (fst (run same_state rows steps states top)) ->
      In (s, q) states -> 0 < s -> rho s = true -> accepts steps values q = true.
    Proof.
      induction rows as [|r rows IH]; intros steps values states top rho s q T R M I P H.
      { inversion R; subst. destruct steps; reflexivity. }
      destruct steps as [|after steps]; [reflexivity|].
      rewrite run_cons in M. inversion R as [|? d0 ? values' R1 R2]; subst.
      apply models_app in M as (M & M'). destruct R1 as (R1 & (x & J)). simpl.
      destruct (after q d0) as [to|] eqn:A; [|reflexivity].
      set (next := numbered top (ends_met after r states)) in *.
      assert (C : clause_true rho (- s :: - x :: variables_of same_state next to)).
      { apply M. apply in_flat_map. exists (s, q). split; auto. apply in_flat_map.
        exists (d0, x). split; auto. rewrite A. now left. }
      rewrite !clause_true_cons in C. destruct (R1 d0 x J) as (N & Tx).
      rewrite lit_neg, H, lit_opposite, Tx, Z.eqb_refl in C by auto.
      destruct C as [C|[C|(n & K & Tn)]]; try discriminate.
      apply variables_of_in in K as (e & Ke & K). apply existsb_exists. exists e. split; auto.
      pose proof K as Pn. apply numbered_in in Pn as (Pn & _).
      apply (IH _ _ next (after_all top (ends_met after r states)) rho n); auto.
      - unfold after_all. lia.
      - lia.
      - rewrite lit_pos in Tn by lia. exact Tn.
    Qed.

    Lemma run_from_fst rows steps starts unless top :
      fst (run_from same_state rows steps starts unless top) =
      (unless ++ map fst (numbered top starts))
      :: fst (run same_state rows steps (numbered top starts) (after_all top starts)).
    Proof. unfold run_from. now destruct (run _ _ _ _ _). Qed.

    Lemma run_from_sound rows steps values starts unless top rho :
      base <= top -> below top unless = true -> Forall (bounded top) rows ->
      Forall2 (reads rho) rows values ->
      existsb (accepts steps values) starts = true \/ clause_true rho unless ->
      exists rho', extends top rho rho' /\
        models rho' (fst (run_from same_state rows steps starts unless top)).
    Proof.
      intros T BU B R H. rewrite run_from_fst.
      destruct (numbered_choice (accepts steps values) starts top rho) as (rho1 & E1 & D).
      assert (TE : top <= after_all top starts) by (unfold after_all; lia).
      destruct (run_sound rows steps values (numbered top starts) (after_all top starts) rho1)
        as (rho' & E & M).
      - lia.
      - eapply Forall_impl; [|exact B]. intros r' Br e x I. specialize (Br e x I). lia.
      - eapply Forall2_reads_extends; eauto.
      - intros s q I. pose proof I as J. apply numbered_in in J as (J & _). split; [lia|].
        rewrite (D s q I). auto.
      - assert (E' : extends top rho rho') by (eapply extends_trans; eauto).
        exists rho'. split; auto. intros c [<-|I]; [|now apply M]. apply clause_true_app.
        destruct H as [H|H]; [right|left; now apply (extends_clause top rho)].
        apply existsb_exists in H as (q & I & H). destruct (in_numbered starts top q I) as (s & J).
        apply (fst_true _ _ _ s q T J). pose proof J as P. apply numbered_in in P as (P & _).
        rewrite E by lia. now rewrite (D s q J).
    Qed.

    Lemma run_from_complete rows steps values starts unless top rho :
      base <= top -> Forall2 (reads rho) rows values -> ~ clause_true rho unless ->
      models rho (fst (run_from same_state rows steps starts unless top)) ->
      existsb (accepts steps values) starts = true.
    Proof.
      intros T R U M. rewrite run_from_fst in M.
      assert (C : clause_true rho (map fst (numbered top starts))).
      { apply (unless_not rho unless); auto. apply M. now left. }
      apply chosen_true in C as (s & q & I & H); auto. apply existsb_exists. exists q.
      split; [now apply numbered_in in I|].
      apply (run_complete rows steps values (numbered top starts) (after_all top starts) rho s q);
        auto; [unfold after_all; lia| |eapply choice_positive; eauto].
      intros c Ic. apply M. now right.
    Qed.
  End Runs.

  Lemma row_bounded top v : base <= top -> bounded top (row v).
  Proof. intros B d x I. apply row_range in I. lia. Qed.
  Lemma row_reads rho v : linked rho -> known_variable count v = true -> reads rho (row v) (a v).
  Proof.
    intros L K. split; auto. intros d x I. split; [apply row_range in I; lia|].
    exact (linked_lit rho v d x L I).
  Qed.
  Lemma rows_bounded top vs : base <= top -> Forall (bounded top) (map row vs).
  Proof. intros B. apply Forall_map, Forall_forall. auto using row_bounded. Qed.
  Lemma rows_read rho vs : linked rho -> all_known vs -> Forall2 (reads rho) (map row vs) (map a vs).
  Proof.
    unfold all_known. intros L. induction vs; simpl; intros K; constructor;
      apply andb_prop in K as (? & ?); auto using row_reads.
  Qed.

  (** ** Totals *)
  Lemma merge_in l : forall m x, In x l \/ In x m -> In x (merge l m).
  Proof.
    induction l as [|y l IH]; [simpl; tauto|]. induction m as [|z m IHm]; intros x H; [simpl in *; tauto|].
    change (merge (y :: l) (z :: m)) with
      (if y <? z then y :: merge l (z :: m)
       else if z <? y then z :: merge (y :: l) m else y :: merge l m).
    destruct (Z.ltb_spec y z); [|destruct (Z.ltb_spec z y)].
    - destruct H as [[->|H]|H]; [now left| |]; right; apply IH; auto.
    - destruct H as [H|[->|H]]; [|now left|]; right; apply IHm; auto.
    - assert (y = z) by lia. subst z.
      destruct H as [[->|H]|[->|H]]; [now left| |now left|]; right; apply IH; auto.
  Qed.

  Definition amount (terms : list term) : Z := total_of (map (fun '(v, worth) => worth (a v)) terms).

  Lemma rests_split terms : rests row terms = hd [] (rests row terms) :: tl (rests row terms).
  Proof. destruct terms as [|(v, w) terms]; reflexivity. Qed.

  Lemma eqb_iff x y : (x =? y) = true <-> x = y.
  Proof. apply Z.eqb_eq. Qed.

  Lemma amount_in terms : all_known (map fst terms) -> In (amount terms) (hd [] (rests row terms)).
  Proof.
    induction terms as [|(v, w) terms IH]; intros K; [now left|].
    unfold all_known in K. simpl in K. apply andb_prop in K as (Kv & K). specialize (IH K).
    assert (P : In (w (a v)) (each_once Z.eqb (map (fun '(d, _) => w d) (row v)) [])).
    { apply (each_once_in _ _ eqb_iff). left. destruct (has v Kv) as (x & I).
      apply in_map_iff. now exists (a v, x). }
    cbn [rests hd]. revert P. generalize (each_once Z.eqb (map (fun '(d, _) => w d) (row v)) []).
    intros parts P. induction parts as [|p parts IHp]; [destruct P|]. cbn [fold_right].
    apply merge_in. destruct P as [->|P]; [left|right; auto].
    apply in_map_iff. exists (amount terms). split; auto.
  Qed.

  Lemma decided_all c total rest q b x :
    decided c total rest q = Some b -> In x rest -> compares c (q + x) total = b.
  Proof.
    unfold decided. intros D I. destruct (forallb _ rest) eqn:F.
    - inversion D; subst. rewrite forallb_forall in F. auto.
    - destruct (forallb (fun x => negb _) rest) eqn:G; [|discriminate]. inversion D; subst.
      rewrite forallb_forall in G. specialize (G x I). simpl in G.
      now destruct (compares c (q + x) total).
  Qed.

  Lemma decided_last c total q : decided c total [0] q <> None.
  Proof. unfold decided. simpl. now destruct (compares c (q + 0) total). Qed.

  Lemma total_accepts c total terms : forall q, all_known (map fst terms) -> terms <> [] ->
    accepts (total_steps c total terms (tl (rests row terms))) (map a (map fst terms)) q
    = compares c (q + amount terms) total.
  Proof.
    induction terms as [|(v, w) terms IH]; intros q K N; [easy|].
    pose proof K as K'. unfold all_known in K'. simpl in K'. apply andb_prop in K' as (Kv & K').
    cbn [rests tl]. rewrite (rests_split terms). cbn [total_steps map accepts fst].
    replace (q + amount ((v, w) :: terms)) with (q + w (a v) + amount terms)
      by (unfold amount; simpl; lia).
    pose proof (amount_in terms K') as I.
    destruct (decided c total (hd [] (rests row terms)) (q + w (a v))) as [[|]|] eqn:D.
    - symmetry. eapply decided_all; eauto.
    - symmetry. simpl. eapply decided_all; eauto.
    - destruct terms as [|t terms]; [now apply decided_last in D|].
      cbn [existsb]. rewrite orb_false_r. apply IH; auto. easy.
  Qed.

  Lemma sum_rows terms : map (fun '(v, _) => row v) terms = map row (map fst (terms : list term)).
  Proof. rewrite map_map. apply map_ext. now intros (v, w). Qed.

  Lemma sum_sound c total unless terms top :
    all_known (map fst terms) -> base <= top -> below top unless = true ->
    sound (compares c (amount terms) total) unless top (fst (sum row c total unless terms top)).
  Proof.
    intros K B BU rho L H. unfold sum. rewrite sum_rows.
    pose proof (amount_in terms K) as I.
    destruct (decided c total (hd [] (rests row terms)) 0) as [[|]|] eqn:D.
    - exists rho. split; [apply extends_refl|easy].
    - apply (run_from_sound _ _ eqb_iff) with (values := map a (map fst terms));
        auto using rows_bounded, rows_read.
      destruct H as [H|H]; [|now right]. apply (decided_all _ _ _ _ _ _ D) in I. simpl in I. congruence.
    - apply (run_from_sound _ _ eqb_iff) with (values := map a (map fst terms));
        auto using rows_bounded, rows_read.
      destruct H as [H|H]; [left|now right]. cbn [existsb]. rewrite total_accepts; auto.
      + simpl. now rewrite H.
      + intros ->. now apply decided_last in D.
  Qed.

  Lemma sum_complete c total unless terms top :
    all_known (map fst terms) -> base <= top ->
    complete (compares c (amount terms) total) unless (fst (sum row c total unless terms top)).
  Proof.
    intros K B rho L M U. unfold sum in M. rewrite sum_rows in M.
    pose proof (amount_in terms K) as I.
    destruct (decided c total (hd [] (rests row terms)) 0) as [[|]|] eqn:D.
    - exact (decided_all _ _ _ _ _ _ D I).
    - apply (run_from_complete _ _ eqb_iff) with (values := map a (map fst terms)) in M;
        auto using rows_read. discriminate.
    - apply (run_from_complete _ _ eqb_iff) with (values := map a (map fst terms)) in M;
        auto using rows_read. cbn [existsb] in M. rewrite orb_false_r, total_accepts in M; auto.
      intros ->. now apply decided_last in D.
  Qed.

  (** ** Automaton *)
  Lemma leading_split moves accepting vs :
    leading row moves accepting vs
    = hd [] (leading row moves accepting vs) :: tl (leading row moves accepting vs).
  Proof. destruct vs; reflexivity. Qed.

  Lemma leading_in moves accepting vs : forall q, all_known vs ->
    accepted moves accepting (map a vs) q = true -> mem q (hd [] (leading row moves accepting vs)) = true.
  Proof.
    induction vs as [|v vs IH]; intros q K H; [exact H|].
    unfold all_known in K. simpl in K. apply andb_prop in K as (Kv & K).
    cbn [leading hd]. apply mem_in, (each_once_in _ _ eqb_iff). left.
    cbn [map accepted] in H. apply existsb_exists in H as (((s, x), e) & I & H).
    apply andb_prop in H as (H & H'). apply andb_prop in H as (Hs & Hx).
    apply Z.eqb_eq in Hs, Hx. subst. apply in_map_iff. exists (q, a v, e). split; auto.
    apply filter_In. split; auto. rewrite known_open by auto. simpl. auto.
  Qed.

  Lemma automaton_accepts moves accepting vs : forall q, all_known vs -> vs <> [] ->
    accepts (automaton_steps moves (tl (leading row moves accepting vs))) (map a vs) q = true
    <-> accepted moves accepting (map a vs) q = true.
  Proof.
    induction vs as [|v vs IH]; intros q K N; [easy|].
    pose proof K as K'. unfold all_known in K'. simpl in K'. apply andb_prop in K' as (Kv & K').
    cbn [leading tl]. rewrite (leading_split moves accepting vs).
    cbn [automaton_steps map accepts accepted].
    set (ends := hd [] (leading row moves accepting vs)).
    set (to := map (fun '(_, _, e) => e)
                 (filter (fun '(s, x, e) => (s =? q) && (x =? a v) && mem e ends) moves)).
    assert (T : forall e, In e to <->
      exists s x, In (s, x, e) moves /\ (s =? q) && (x =? a v) = true /\ mem e ends = true).
    { intros e. unfold to. rewrite in_map_iff. split.
      - intros (((s, x), e') & E & I). simpl in E. subst e'. apply filter_In in I as (I & H).
        apply andb_prop in H as (H & H'). eauto.
      - intros (s & x & I & H & H'). exists (s, x, e). split; auto. apply filter_In. split; auto.
        now rewrite H, H'. }
    destruct vs as [|v' vs].
    - cbn [leading tl map]. rewrite existsb_exists. split.
      + destruct to as [|e to']; [discriminate|]. intros _.
        destruct (proj1 (T e) (or_introl eq_refl)) as (s & x & I & H & H').
        exists (s, x, e). split; auto. now rewrite H.
      + intros (((s, x), e) & I & H). apply andb_prop in H as (H & H').
        assert (In e to) by (apply T; exists s, x; auto). now destruct to.
    - rewrite existsb_exists.
      assert (Z : match tl (leading row moves accepting (v' :: vs)), to with
                  | [], _ :: _ => None | _, _ => Some to end = Some to).
      { cbn [leading tl]. rewrite leading_split. reflexivity. }
      rewrite Z, existsb_exists. split.
      + intros (e & I & H). apply T in I as (s & x & I & Hx & _). exists (s, x, e). split; auto.
        rewrite Hx. apply IH; auto. easy.
      + intros (((s, x), e) & I & H). apply andb_prop in H as (H & H'). exists e. split.
        * apply T. exists s, x. repeat split; auto. unfold ends. apply leading_in; auto.
        * apply IH; auto. easy.
  Qed.

  Lemma automaton_run_holds moves accepting vs starts :
    all_known vs -> vs <> [] ->
    existsb (accepts (automaton_steps moves (tl (leading row moves accepting vs))) (map a vs))
      (filter (fun q => mem q (hd [] (leading row moves accepting vs))) starts) = true
    <-> existsb (accepted moves accepting (map a vs)) starts = true.
  Proof.
    intros K N. rewrite !existsb_exists. split.
    - intros (q & I & H). apply filter_In in I as (I & _). exists q. split; auto.
      now apply automaton_accepts in H.
    - intros (q & I & H). exists q. split; [|now apply automaton_accepts].
      apply filter_In. split; auto. now apply leading_in.
  Qed.

  Lemma automaton_sound unless vs starts accepting moves top :
    all_known vs -> base <= top -> below top unless = true ->
    sound (existsb (accepted moves accepting (map a vs)) starts) unless top
      (fst (automaton row unless vs starts accepting moves top)).
  Proof.
    intros K B BU rho L H. unfold automaton.
    set (able := filter (fun q => mem q (hd [] (leading row moves accepting vs))) starts).
    assert (R : exists rho', extends top rho rho' /\
      models rho' (fst (run_from Z.eqb (map row vs)
        (automaton_steps moves (tl (leading row moves accepting vs))) able unless top))
      \/ (vs = [] /\ able <> [])).
    { destruct vs as [|v vs].
      - destruct able as [|q able'] eqn:A; [|exists rho; right; split; easy].
        destruct (run_from_sound _ _ eqb_iff [] (automaton_steps moves
          (tl (leading row moves accepting []))) [] [] unless top rho) as (rho' & E & M); auto.
        + destruct H as [H|H]; [|now right]. exfalso. apply existsb_exists in H as (q & I & H).
          assert (I' : In q able) by (apply filter_In; auto). rewrite A in I'. destruct I'.
        + exists rho'. left. auto.
      - destruct (run_from_sound _ _ eqb_iff (map row (v :: vs)) (automaton_steps moves
          (tl (leading row moves accepting (v :: vs)))) (map a (v :: vs)) able unless top rho)
          as (rho' & E & M); auto using rows_bounded, rows_read.
        + destruct H as [H|H]; [left|now right]. apply automaton_run_holds; auto. easy.
        + exists rho'. left. auto. }
    destruct R as (rho' & [(E & M)|(-> & N)]).
    - exists rho'. split; auto. destruct vs, able; auto. intros c [].
    - exists rho. split; [apply extends_refl|]. destruct able; [easy|]. intros c [].
  Qed.

  Lemma automaton_complete unless vs starts accepting moves top :
    all_known vs -> base <= top ->
    complete (existsb (accepted moves accepting (map a vs)) starts) unless
      (fst (automaton row unless vs starts accepting moves top)).
  Proof.
    intros K B rho L M U. unfold automaton in M.
    set (able := filter (fun q => mem q (hd [] (leading row moves accepting vs))) starts) in *.
    destruct vs as [|v vs].
    - destruct able as [|q able'] eqn:A.
      + apply (run_from_complete _ _ eqb_iff) with (values := []) in M; auto. discriminate.
        constructor.
      + assert (I : In q able) by (rewrite A; now left). apply filter_In in I as (I & H).
        apply existsb_exists. exists q. split; auto.
    - apply (automaton_run_holds moves accepting (v :: vs) starts K); [easy|].
      apply (run_from_complete _ _ eqb_iff (map row (v :: vs)) _ _ _ unless top rho); auto.
      apply rows_read; auto.
  Qed.

  (** ** ValueSet *)
  Lemma value_set_sound unless vs sets top :
    all_known vs -> forallb distinct sets = true -> base <= top -> below top unless = true ->
    sound (distinct (map a vs) && existsb (same_set (map a vs)) sets) unless top
      (fst (value_set row unless vs sets top)).
  Proof.
    intros K DS B BU rho L H. unfold value_set. cbn [fst].
    set (possible := filter _ sets). set (def := forallb (fun d => mem d (map a vs))).
    destruct (numbered_choice def possible top rho) as (rho' & E & D).
    exists rho'. split; auto. assert (L' : linked rho') by (eapply linked_extends; eauto).
    rewrite forallb_forall in DS.
    assert (H' : (NoDup (map a vs) /\ exists s set, In (s, set) (numbered top possible) /\
                  rho' s = true /\ forall d, In d (map a vs) -> mem d set = true)
                 \/ clause_true rho' unless).
    { destruct H as [H|H]; [left|right; now apply (extends_clause top rho)].
      apply andb_prop in H as (N & H). apply distinct_nodup in N. split; auto.
      apply existsb_exists in H as (set & I & S). rewrite same_set_iff in S.
      assert (P : In set possible).
      { apply filter_In. split; auto. rewrite (DS set I), andb_true_r. apply andb_true_iff. split.
        - apply PeanoNat.Nat.eqb_eq. rewrite <- (map_length a vs). apply Permutation_length.
          apply NoDup_Permutation; auto; [now apply distinct_nodup, DS|].
          intros x. symmetry. apply S.
        - apply forallb_forall. intros d J. apply existsb_exists. apply S, in_map_iff in J as (v & <- & J).
          exists v. split; auto. apply known_open. eapply all_known_in; eauto. }
      destruct (in_numbered possible top set P) as (s & J). exists s, set. repeat split; auto.
      - rewrite (D s set J). apply forallb_forall. intros d Id. apply mem_in, S, Id.
      - intros d Id. apply mem_in, S, Id. }
    apply models_app. split.
    { apply different_models; auto. destruct H' as [(N & _)|H']; auto. }
    intros c [<-|I]; [|apply in_app_or in I as [I|I]].
    - apply clause_true_app. destruct H' as [(_ & s & set & J & T & _)|H']; auto.
      right. eapply fst_true; eauto.
    - apply in_flat_map in I as ((s, set) & J & I). apply in_map_iff in I as (d & <- & I).
      apply clause_true_app. destruct (rho' s) eqn:T.
      + left. apply true_literals; auto. rewrite (D s set J) in T. unfold def in T.
        rewrite forallb_forall in T. now apply mem_in, T.
      + right. apply clause_true_cons. left. rewrite lit_neg, T; auto. eapply choice_positive; eauto.
    - apply in_flat_map in I as (v & J & I). apply in_map_iff in I as ((d, x) & <- & I).
      apply clause_true_app. destruct H' as [(_ & s & set & Js & T & F)|H']; auto. right.
      apply clause_true_cons. rewrite (linked_neg rho' v d x L' I).
      destruct (Z.eqb_spec (a v) d) as [<-|]; [right|now left].
      apply (true_choice _ _ _ s set (mem (a v))); auto. apply F. now apply in_map.
  Qed.

  Lemma chosen_set_in rho vs top possible s set d :
    linked rho -> 0 < s -> rho s = true -> In (s, set) (numbered top possible) -> In d set ->
    models rho
      (flat_map (fun '(s, set) => map (fun d => literals_of row vs d ++ [- s]) set)
         (numbered top possible)) ->
    In d (map a vs).
  Proof.
    intros L P T J I M. apply (literals_true rho); auto.
    assert (C : clause_true rho (literals_of row vs d ++ [- s])).
    { apply M. apply in_flat_map. exists (s, set). split; auto. apply in_map_iff. eauto. }
    apply clause_true_app in C as [C|C]; auto. apply clause_true_cons in C as [C|C].
    - rewrite lit_neg, T in C by auto. discriminate.
    - now apply clause_true_nil in C.
  Qed.

  Lemma value_set_complete unless vs sets top :
    all_known vs -> base <= top ->
    complete (distinct (map a vs) && existsb (same_set (map a vs)) sets) unless
      (fst (value_set row unless vs sets top)).
  Proof.
    intros K B rho L M U. unfold value_set in M. cbn [fst] in M.
    set (possible := filter _ sets) in *. apply models_app in M as (MD & M).
    apply different_nodup in MD; auto.
    assert (C : clause_true rho (map fst (numbered top possible))).
    { apply (unless_not rho unless); auto. apply M. now left. }
    apply chosen_true in C as (s & set & J & T); auto.
    assert (S : incl set (map a vs)).
    { intros d I. apply (chosen_set_in rho vs top possible s set); auto.
      - eapply choice_positive; eauto.
      - intros c Ic. apply M. right. apply in_or_app. now left. }
    apply numbered_in in J as (_ & J). apply filter_In in J as (J & F).
    rewrite !andb_true_iff in F. destruct F as ((F & Ds) & _).
    apply PeanoNat.Nat.eqb_eq in F. apply distinct_nodup in Ds.
    apply andb_true_iff. split; [now apply distinct_nodup|]. apply existsb_exists. exists set.
    split; auto. apply same_set_iff. intros d. split; auto.
    apply (NoDup_length_incl Ds (l' := map a vs)); auto. rewrite map_length. lia.
  Qed.

  (** ** DigitSetSum of cells *)
  Section Sums.
    Variable vs : list Z.
    Variable total : Z.
    Hypothesis vs_known : all_known vs.

    Definition used (d : Z) : bool := mem d (map a vs).
    Definition chosen_of (members : list Z) : list Z := filter used members.
    Definition number_of (l : list Z) : Z := Z.of_nat (length l).

    Lemma same_pair_eq p q : same_pair p q = true <-> p = q.
    Proof.
      destruct p, q. unfold same_pair. simpl. rewrite andb_true_iff, !Z.eqb_eq.
      split; [intros (-> & ->)|intros E; inversion E]; auto.
    Qed.

    Lemma known_add w q n r : known w r = true \/ r = q -> known (add_way q n w) r = true.
    Proof.
      unfold known. intros H. apply existsb_exists. induction w as [|(r', m) w IH].
      - destruct H as [H| ->]; [discriminate|]. exists (q, n). split; [now left|].
        now apply same_pair_eq.
      - cbn [add_way]. destruct (same_pair q r') eqn:E.
        + apply same_pair_eq in E. subst r'. destruct H as [H| ->].
          * apply existsb_exists in H as ((p, k) & [I|I] & S).
            -- inversion I; subst. exists (p, k + n). split; [now left|auto].
            -- exists (p, k). split; [now right|auto].
          * exists (q, m + n). split; [now left|]. now apply same_pair_eq.
        + assert (H' : (exists x, In x [(r', m)] /\ (let '(p, _) := x in same_pair r p) = true)
                       \/ existsb (fun '(p, _) => same_pair r p) w = true \/ r = q).
          { destruct H as [H|H]; [|auto]. apply existsb_exists in H as (x & [I|I] & S).
            - left. exists x. split; auto. now left.
            - right. left. apply existsb_exists. eauto. }
          destruct H' as [(x & [<-|[]] & S)|H'].
          * exists (r', m). split; [now left|auto].
          * destruct (IH H') as (x & I & S). exists x. split; [now right|auto].
    Qed.

    Definition widen (d : Z) (l w : ways_table) : ways_table :=
      fold_right
        (fun '((k, s), n) w =>
           if (k <? size vs) && (s + d <=? total) then add_way (k + 1, s + d) n w else w) w l.

    Lemma widen_old d l w q : known w q = true -> known (widen d l w) q = true.
    Proof.
      intros H. induction l as [|((k, s), n) l IH]; auto. simpl.
      destruct (_ && _); auto. apply known_add. auto.
    Qed.

    Lemma widen_new d l w k s :
      known l (k, s) = true -> k < size vs -> s + d <= total -> known (widen d l w) (k + 1, s + d) = true.
    Proof.
      intros H Hk Hs. unfold known in H. apply existsb_exists in H as ((p, n) & I & S).
      apply same_pair_eq in S. subst p. induction l as [|((k', s'), n') l IH]; [destruct I|].
      destruct I as [I|I]; simpl.
      - inversion I; subst. destruct (Z.ltb_spec k (size vs)); [|lia].
        destruct (Z.leb_spec (s + d) total); [|lia]. simpl. apply known_add. auto.
      - destruct (_ && _); auto. apply known_add. auto.
    Qed.

    Lemma ways_split members : ways vs total members = hd [] (ways vs total members) :: tl (ways vs total members).
    Proof. destruct members; reflexivity. Qed.

    Lemma chosen_total members :
      (forall d, In d members -> 0 <= d) -> 0 <= total_of (chosen_of members).
    Proof.
      induction members as [|d members IH]; simpl; intros P; [lia|].
      assert (0 <= total_of (chosen_of members)) by (apply IH; auto). specialize (P d (or_introl eq_refl)).
      destruct (used d); simpl; lia.
    Qed.

    Lemma ways_known members :
      (forall d, In d members -> 0 <= d) ->
      number_of (chosen_of members) <= size vs -> total_of (chosen_of members) <= total ->
      known (hd [] (ways vs total members)) (number_of (chosen_of members), total_of (chosen_of members)) = true.
    Proof.
      induction members as [|d members IH]; intros P N T; [reflexivity|].
      assert (P' : forall d, In d members -> 0 <= d) by (intros; apply P; now right).
      pose proof (chosen_total members P') as CT. pose proof (P d (or_introl eq_refl)) as Pd.
      cbn [ways hd]. fold (widen d (hd [] (ways vs total members)) (hd [] (ways vs total members))).
      unfold chosen_of, number_of in *. cbn [filter] in *. destruct (used d); cbn [length total_of fold_right] in *.
      - rewrite Nat2Z.inj_succ in *. fold (total_of (filter used members)) in *.
        replace (Z.succ (Z.of_nat (length (filter used members))))
          with (Z.of_nat (length (filter used members)) + 1) in * by lia.
        rewrite (Z.add_comm d). apply widen_new; try lia. apply IH; auto; lia.
      - apply widen_old. apply IH; auto.
    Qed.

    Lemma digit_sets_has members :
      (forall d, In d members -> 0 <= d) ->
      number_of (chosen_of members) <= size vs -> total_of (chosen_of members) <= total ->
      In (chosen_of members)
        (digit_sets members (tl (ways vs total members)) (number_of (chosen_of members))
           (total_of (chosen_of members))).
    Proof.
      induction members as [|d members IH]; intros P N T; [now left|].
      assert (P' : forall d, In d members -> 0 <= d) by (intros; apply P; now right).
      pose proof (chosen_total members P') as CT. pose proof (P d (or_introl eq_refl)) as Pd.
      cbn [ways tl]. rewrite (ways_split members). cbn [digit_sets].
      pose proof (ways_known members P') as WK. pose proof (IH P') as IH'.
      unfold chosen_of, number_of in *. cbn [filter] in *. apply in_or_app.
      destruct (used d) eqn:Ud; cbn [length total_of fold_right] in *.
      - left. rewrite Nat2Z.inj_succ in *. fold (total_of (filter used members)) in *.
        replace (Z.succ (Z.of_nat (length (filter used members))) - 1)
          with (Z.of_nat (length (filter used members))) by lia.
        replace (d + total_of (filter used members) - d) with (total_of (filter used members)) by lia.
        rewrite WK by lia. apply in_map. apply IH'; lia.
      - right. rewrite WK by lia. apply IH'; lia.
    Qed.

    Lemma digit_sets_right members : forall k s set,
      NoDup members -> known (hd [] (ways vs total members)) (k, s) = true ->
      In set (digit_sets members (tl (ways vs total members)) k s) ->
      number_of set = k /\ total_of set = s /\ NoDup set /\ incl set members.
    Proof.
      induction members as [|d members IH]; intros k s set N W I.
      - cbn [digit_sets] in I. destruct I as [<-|[]]. cbn in W. rewrite orb_false_r in W.
        apply same_pair_eq in W. inversion W; subst. repeat split; auto using NoDup_nil, incl_nil_l.
      - inversion N as [|? ? NI N']; subst. cbn [ways tl] in I. rewrite (ways_split members) in I.
        cbn [digit_sets] in I. apply in_app_or in I as [I|I].
        + destruct (known (hd [] (ways vs total members)) (k - 1, s - d)) eqn:W'; [|destruct I].
          apply in_map_iff in I as (set' & <- & I). apply IH in I as (A & B & C & D); auto.
          unfold number_of in *. cbn [length total_of fold_right]. fold (total_of set').
          repeat split; [lia|lia| |].
          * constructor; auto.
          * intros x [<-|Ix]; [now left|right; auto].
        + destruct (known (hd [] (ways vs total members)) (k, s)) eqn:W'; [|destruct I].
          apply IH in I as (A & B & C & D); auto. repeat split; auto. now apply incl_tl.
    Qed.

    Variable digits : list Z.
    Hypothesis digits_least : forall d, In d digits -> 0 <= d.
    Hypothesis digits_once : NoDup digits.
    Hypothesis in_digits : incl (map a vs) digits.
    Definition members : list Z := filter (fun d => existsb (fun v => open row v d) vs) digits.

    Lemma members_once : NoDup members.
    Proof. apply NoDup_filter, digits_once. Qed.
    Lemma members_least d : In d members -> 0 <= d.
    Proof. intros I. apply filter_In in I. apply digits_least. tauto. Qed.
    Lemma in_members : incl (map a vs) members.
    Proof.
      intros d I. apply filter_In. split; auto. apply in_map_iff in I as (v & <- & I).
      apply existsb_exists. exists v. split; auto. apply known_open. eapply all_known_in; eauto.
    Qed.

    Lemma total_permutation l m : Permutation l m -> total_of l = total_of m.
    Proof. induction 1; simpl; lia. Qed.

    Lemma chosen_permutation : NoDup (map a vs) -> Permutation (chosen_of members) (map a vs).
    Proof.
      intros N. apply NoDup_Permutation; auto; [apply NoDup_filter, members_once|].
      intros d. unfold chosen_of. rewrite filter_In. unfold used. rewrite mem_in.
      split; [tauto|]. intros I. split; auto. now apply in_members.
    Qed.

    Lemma chosen_number : NoDup (map a vs) -> number_of (chosen_of members) = size vs.
    Proof.
      intros N. unfold number_of, size. rewrite <- (map_length a vs). f_equal.
      now apply Permutation_length, chosen_permutation.
    Qed.

    Lemma sum_steps_accept : forall ms k s,
      (forall d, In d ms -> 0 <= d) -> known (hd [] (ways vs total ms)) (k, s) = true ->
      accepts (sum_steps ms (tl (ways vs total ms))) (map (fun d => if used d then 1 else 0) ms) (k, s) = true ->
      k = number_of (chosen_of ms) /\ s = total_of (chosen_of ms).
    Proof.
      induction ms as [|d ms IH]; intros k s P W A.
      - cbn in W. rewrite orb_false_r in W. apply same_pair_eq in W. inversion W. auto.
      - cbn [ways tl] in A. rewrite (ways_split ms) in A. cbn [sum_steps map accepts] in A.
        assert (P' : forall d, In d ms -> 0 <= d) by (intros; apply P; now right).
        unfold chosen_of, number_of in *. cbn [filter]. destruct (used d); cbn [fst snd] in A.
        + change (1 =? 1) with true in A. cbv iota in A.
          destruct (known (hd [] (ways vs total ms)) (k - 1, s - d)) eqn:W'; [|discriminate]. cbn [existsb] in A.
          rewrite orb_false_r in A. apply IH in A as (A & B); auto.
          cbn [length total_of fold_right]. fold (total_of (filter used ms)). lia.
        + change (0 =? 1) with false in A. cbv iota in A.
          destruct (known (hd [] (ways vs total ms)) (k, s)) eqn:W'; [|discriminate]. cbn [existsb] in A.
          rewrite orb_false_r in A. now apply IH in A.
    Qed.

    Lemma accept_sum_steps : forall ms,
      (forall d, In d ms -> 0 <= d) ->
      number_of (chosen_of ms) <= size vs -> total_of (chosen_of ms) <= total ->
      accepts (sum_steps ms (tl (ways vs total ms))) (map (fun d => if used d then 1 else 0) ms)
        (number_of (chosen_of ms), total_of (chosen_of ms)) = true.
    Proof.
      induction ms as [|d ms IH]; intros P N T; [reflexivity|].
      assert (P' : forall d, In d ms -> 0 <= d) by (intros; apply P; now right).
      pose proof (chosen_total ms P') as CT. pose proof (P d (or_introl eq_refl)) as Pd.
      pose proof (ways_known ms P') as WK.
      cbn [ways tl]. rewrite (ways_split ms). cbn [sum_steps map accepts].
      unfold chosen_of, number_of in *. cbn [filter] in *.
      destruct (used d) eqn:Ud; cbn [length total_of fold_right fst snd] in *.
      - change (1 =? 1) with true. cbv iota. rewrite Nat2Z.inj_succ in *.
        fold (total_of (filter used ms)) in *.
        replace (Z.succ (Z.of_nat (length (filter used ms))) - 1)
          with (Z.of_nat (length (filter used ms))) by lia.
        replace (d + total_of (filter used ms) - d) with (total_of (filter used ms)) by lia.
        rewrite WK by lia. cbn [existsb]. rewrite orb_false_r. apply IH; auto; lia.
      - change (0 =? 1) with false. cbv iota. rewrite WK by lia.
        cbn [existsb]. rewrite orb_false_r. apply IH; auto; lia.
    Qed.

    Definition bit_row (u : Z) : list (Z * Z) := [(1, u); (0, - u)].

    Lemma bit_reads rho u d : 0 < u -> rho u = used d -> reads rho (bit_row u) (if used d then 1 else 0).
    Proof.
      intros P R. split.
      - intros e x [I|[I|[]]]; inversion I; subst; (split; [lia|]);
          rewrite ?lit_pos, ?lit_neg, R by lia; now destruct (used d).
      - destruct (used d); [exists u|exists (- u)]; simpl; auto.
    Qed.

    Lemma bits_read rho ms : forall top, base <= top ->
      (forall u d, In (u, d) (numbered top ms) -> rho u = used d) ->
      Forall2 (reads rho) (map (fun p : Z * Z => bit_row (fst p)) (numbered top ms))
        (map (fun d => if used d then 1 else 0) ms).
    Proof.
      induction ms as [|d ms IH]; intros top B H; cbn [numbered map fst]; constructor.
      - apply bit_reads; [lia|]. apply H. now left.
      - apply IH; [lia|]. intros u e I. apply H. now right.
    Qed.

    Lemma bits_bounded ms : forall top top', base <= top -> after_all top ms <= top' ->
      Forall (bounded top') (map (fun p : Z * Z => bit_row (fst p)) (numbered top ms)).
    Proof.
      induction ms as [|d ms IH]; intros top top' B H; cbn [numbered map fst]; constructor.
      - unfold after_all in H. cbn [length] in H. intros e x [I|[I|[]]]; inversion I; subst; lia.
      - apply IH; [lia|]. unfold after_all in *. cbn [length] in H. lia.
    Qed.

    Lemma digit_by_digit_fst all top :
      fst (digit_by_digit row vs total members all top) =
      flat_map
        (fun '(u, d) => (literals_of row vs d ++ [- u]) :: map (fun x => [- x; u]) (literals_of row vs d))
        (numbered top members)
      ++ fst (run_from same_pair (map (fun p : Z * Z => bit_row (fst p)) (numbered top members))
                (sum_steps members (tl all)) [(size vs, total)] [] (after_all top members)).
    Proof.
      unfold digit_by_digit, bit_row.
      match goal with |- context [run_from same_pair ?r ?s ?q ?u ?t] =>
        destruct (run_from same_pair r s q u t) as (f, t') end.
      reflexivity.
    Qed.

    Lemma digit_by_digit_sound top :
      base <= top -> NoDup (map a vs) -> total_of (map a vs) = total ->
      sound true [] top (fst (digit_by_digit row vs total members (ways vs total members) top)).
    Proof.
      intros B N T rho L _. rewrite digit_by_digit_fst.
      destruct (numbered_choice used members top rho) as (rho1 & E1 & D).
      assert (TE : top <= after_all top members) by (unfold after_all; lia).
      assert (L1 : linked rho1) by (eapply linked_extends; eauto).
      pose proof (chosen_number N) as CN.
      assert (CT : total_of (chosen_of members) = total).
      { rewrite <- T. apply total_permutation, chosen_permutation, N. }
      destruct (run_from_sound _ _ same_pair_eq (map (fun p : Z * Z => bit_row (fst p)) (numbered top members))
        (sum_steps members (tl (ways vs total members))) (map (fun d => if used d then 1 else 0) members)
        [(size vs, total)] [] (after_all top members) rho1) as (rho' & E & M); auto.
      - lia.
      - apply bits_bounded; auto. lia.
      - apply bits_read; auto.
      - left. cbn [existsb]. rewrite orb_false_r.
        pose proof (accept_sum_steps members members_least) as AS. rewrite CN, CT in AS.
        apply AS; lia.
      - assert (E' : extends top rho rho') by (eapply extends_trans; eauto).
        exists rho'. split; auto. apply models_app. split; auto.
        assert (L' : linked rho') by (eapply linked_extends; eauto).
        intros c I. apply in_flat_map in I as ((u, d) & J & I).
        assert (Ru : rho' u = used d).
        { pose proof J as P. apply numbered_in in P as (P & _). rewrite E by lia. auto. }
        assert (P : 0 < u) by (eapply choice_positive; eauto).
        destruct I as [<-|I].
        + apply clause_true_app. destruct (used d) eqn:Ud.
          * left. apply true_literals; auto. now apply mem_in.
          * right. apply clause_true_cons. left. rewrite lit_neg, Ru by auto. reflexivity.
        + apply in_map_iff in I as (x & <- & I). rewrite !clause_true_cons.
          apply literals_of_in in I as (v & Iv & I). rewrite (linked_neg rho' v d x L' I).
          destruct (Z.eqb_spec (a v) d) as [<-|]; [right; left|now left].
          rewrite lit_pos, Ru by auto. apply mem_in. now apply in_map.
    Qed.

    Lemma digit_by_digit_complete top rho :
      base <= top -> NoDup (map a vs) -> linked rho ->
      known (hd [] (ways vs total members)) (size vs, total) = true ->
      models rho (fst (digit_by_digit row vs total members (ways vs total members) top)) ->
      total_of (map a vs) = total.
    Proof.
      intros B N L W M. rewrite digit_by_digit_fst in M. apply models_app in M as (MU & M).
      assert (R : forall u d, In (u, d) (numbered top members) -> rho u = used d).
      { intros u d J. assert (P : 0 < u) by (eapply choice_positive; eauto).
        assert (C : clause_true rho (literals_of row vs d ++ [- u])).
        { apply MU. apply in_flat_map. exists (u, d). split; auto. now left. }
        unfold used. destruct (mem d (map a vs)) eqn:E.
        - apply mem_in, in_map_iff in E as (v & <- & I).
          destruct (has v) as (x & X); [eapply all_known_in; eauto|].
          assert (C' : clause_true rho [- x; u]).
          { apply MU. apply in_flat_map. exists (u, a v). split; auto. right.
            apply in_map_iff. exists x. split; auto. apply literals_of_in. eauto. }
          rewrite !clause_true_cons, (linked_neg rho v _ x L X), Z.eqb_refl, lit_pos in C' by auto.
          destruct C' as [C'|[C'|C']]; try discriminate; auto. now apply clause_true_nil in C'.
        - apply clause_true_app in C as [C|C].
          + apply literals_true, mem_in in C; auto. congruence.
          + apply clause_true_cons in C as [C|C]; [|now apply clause_true_nil in C].
            rewrite lit_neg in C by auto. now destruct (rho u). }
      apply (run_from_complete _ _ same_pair_eq) with
        (values := map (fun d => if used d then 1 else 0) members) in M.
      - cbn [existsb] in M. rewrite orb_false_r in M.
        apply sum_steps_accept in M as (_ & M); auto using members_least.
        rewrite M. symmetry. apply total_permutation, chosen_permutation, N.
      - unfold after_all. lia.
      - apply bits_read; auto.
      - apply clause_true_nil.
    Qed.

    Lemma set_by_set_sound top sets :
      base <= top -> NoDup (map a vs) -> In (chosen_of members) sets ->
      sound true [] top (fst (set_by_set row vs members sets top)).
    Proof.
      intros B N I rho L _. unfold set_by_set. cbn [fst].
      destruct (numbered_choice (same (chosen_of members)) sets top rho) as (rho' & E & D).
      exists rho'. split; auto. assert (L' : linked rho') by (eapply linked_extends; eauto).
      destruct (in_numbered sets top (chosen_of members) I) as (s0 & J0).
      assert (T0 : rho' s0 = true) by (rewrite (D _ _ J0); now apply same_eq).
      intros c [<-|Ic]; [|apply in_app_or in Ic as [Ic|Ic]].
      - eapply fst_true; eauto.
      - apply in_flat_map in Ic as ((s, set) & J & Ic). apply in_map_iff in Ic as (d & <- & Ic).
        apply clause_true_app. destruct (rho' s) eqn:T.
        + left. rewrite (D _ _ J) in T. apply same_eq in T. subst set. apply filter_In in Ic as (_ & Ud).
          apply true_literals; auto. now apply mem_in.
        + right. apply clause_true_cons. left. rewrite lit_neg, T; auto. eapply choice_positive; eauto.
      - apply in_flat_map in Ic as (d & J & Ic). apply in_map_iff in Ic as (x & <- & Ic).
        apply clause_true_cons. apply literals_of_in in Ic as (v & Iv & Ic).
        rewrite (linked_neg rho' v d x L' Ic). destruct (Z.eqb_spec (a v) d) as [<-|]; [right|now left].
        apply (true_choice _ _ _ s0 (chosen_of members) (mem (a v))); auto.
        apply mem_in, filter_In. split; auto. apply mem_in. now apply in_map.
    Qed.

    Lemma set_by_set_complete top rho :
      base <= top -> NoDup (map a vs) -> linked rho ->
      known (hd [] (ways vs total members)) (size vs, total) = true ->
      models rho (fst (set_by_set row vs members
        (digit_sets members (tl (ways vs total members)) (size vs) total) top)) ->
      total_of (map a vs) = total.
    Proof.
      intros B N L W M. unfold set_by_set in M. cbn [fst] in M.
      set (sets := digit_sets members (tl (ways vs total members)) (size vs) total) in *.
      assert (C : clause_true rho (map fst (numbered top sets))) by (apply M; now left).
      apply chosen_true in C as (s & set & J & T); auto.
      assert (S : incl set (map a vs)).
      { intros d I. apply (chosen_set_in rho vs top sets s set); auto.
        - eapply choice_positive; eauto.
        - intros c Ic. apply M. right. apply in_or_app. now left. }
      apply numbered_in in J as (_ & J).
      destruct (digit_sets_right members _ _ _ members_once W J) as (Hn & Ht & Hd & _).
      rewrite <- Ht. apply total_permutation. apply NoDup_Permutation; auto.
      intros d. split; auto. apply (NoDup_length_incl Hd (l' := map a vs)); auto.
      unfold number_of, size in Hn. rewrite map_length. lia.
    Qed.

    Lemma digit_set_sum_sound top :
      base <= top ->
      sound (distinct (map a vs) && (total_of (map a vs) =? total)) [] top
        (fst (digit_set_sum row vs total digits top)).
    Proof.
      intros B rho L H. destruct H as [H|H]; [|now apply clause_true_nil in H].
      apply andb_prop in H as (N & T). apply distinct_nodup in N. apply Z.eqb_eq in T.
      assert (CT : total_of (chosen_of members) = total).
      { rewrite <- T. apply total_permutation, chosen_permutation, N. }
      pose proof (chosen_number N) as CN.
      pose proof (ways_known members members_least) as W. rewrite CN, CT in W.
      unfold digit_set_sum. fold members. rewrite W by lia. cbn [negb].
      destruct (_ <=? 200).
      - apply set_by_set_sound; auto.
        pose proof (digit_sets_has members members_least) as DS. rewrite CN, CT in *. apply DS; lia.
      - apply digit_by_digit_sound; auto.
    Qed.

    Lemma digit_set_sum_complete top rho :
      base <= top -> NoDup (map a vs) -> linked rho ->
      models rho (fst (digit_set_sum row vs total digits top)) -> total_of (map a vs) = total.
    Proof.
      intros B N L M. unfold digit_set_sum in M. fold members in M.
      destruct (known _ (size vs, total)) eqn:W; cbn [negb] in M.
      - destruct (_ <=? 200).
        + eapply set_by_set_complete; eauto.
        + eapply digit_by_digit_complete; eauto.
      - exfalso. apply (clause_true_nil rho), M. now left.
    Qed.
  End Sums.
End Kinds.
